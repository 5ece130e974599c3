// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/presented_devices.h"

#include "opencl/builtins/prelude_parts.h"
#include "opencl/layer/built_in_kernels.h"
#include "opencl/layer/devices/compute_units.h"
#include "opencl/layer/devices/layer_self_test.h"
#include "opencl/layer/devices/presentation.h"
#include "opencl/layer/devices/processors.h"
#include "opencl/layer/devices/target_device.h"
#include "opencl/layer/devices/threads.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/programs/build_options.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <sstream>
#include <string_view>

namespace genmedia::opencl {
namespace {

constexpr cl_version kVersion1 = CL_MAKE_VERSION(1, 0, 0);

// names.cl says which they are: a program sees a macro for each.
const std::vector<std::string>& added_extensions() {
    static const std::vector<std::string> names = [] {
        constexpr std::string_view define = "#define cl_";
        std::vector<std::string> found;
        std::istringstream lines(prelude_names());
        for (std::string line; std::getline(lines, line);) {
            const size_t name = define.find("cl_");
            if (line.starts_with(define)) found.push_back(line.substr(name, line.find(' ', name) - name));
        }
        // Surfaces lie in this process's memory.
        if (on_device())
            std::erase_if(found, [](const std::string& extension) {
                return extension == "cl_intel_va_api_media_sharing" ||
                       extension == "cl_intel_sharing_format_query";
            });
        return found;
    }();
    return names;
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> found;
    for (std::string word; stream >> word;) found.push_back(word);
    return found;
}

std::string own_string(cl_device_id device, cl_device_info name) {
    return query_string(target().clGetDeviceInfo, device, name);
}

// Of the extensions that the layer adds, those that `own` lacks.
std::vector<std::string> missing_extensions(const std::vector<std::string>& own) {
    std::vector<std::string> missing;
    std::ranges::copy_if(added_extensions(), std::back_inserter(missing), [&own](const std::string& name) {
        return std::ranges::find(own, name) == own.end();
    });
    return missing;
}

std::string extensions(cl_device_id device) {
    return with_added_extensions(own_string(device, CL_DEVICE_EXTENSIONS));
}

std::vector<cl_name_version> versioned_extensions(cl_device_id device) {
    return with_added_extensions(
        query_array<cl_name_version>(target().clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS_WITH_VERSION));
}

cl_uint max_sub_groups(cl_device_id device) {
    const auto own = query_value<cl_uint>(target().clGetDeviceInfo, device, CL_DEVICE_MAX_NUM_SUB_GROUPS);
    if (own != 0) return own;
    return static_cast<cl_uint>(
        query_value<size_t>(target().clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE) / 8);
}

std::string built_in_kernels(cl_device_id device) {
    const std::string own = own_string(device, CL_DEVICE_BUILT_IN_KERNELS);
    return own.empty() ? built_in_kernel_names() : own + ";" + built_in_kernel_names();
}

std::vector<cl_name_version> versioned_built_in_kernels(cl_device_id device) {
    auto all = query_array<cl_name_version>(target().clGetDeviceInfo, device,
                                            CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION);
    for (const std::string& name : split_names(built_in_kernel_names())) {
        cl_name_version& added = all.emplace_back(cl_name_version{kVersion1, {}});
        name.copy(added.name, sizeof added.name - 1);
    }
    return all;
}

cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size, void* value,
                                   size_t* size_ret) {
    const auto pass_on = [&] { return target().clGetDeviceInfo(device, name, size, value, size_ret); };
    if (const auto error = answer_compute_units(device, name, size, value, size_ret)) return *error;
    if (const auto error = answer_presentation(device, name, size, value, size_ret)) return *error;
    if (!is_served(device)) return pass_on();
    switch (name) {
        case CL_DEVICE_EXTENSIONS: return answer(extensions(device), size, value, size_ret);
        case CL_DEVICE_EXTENSIONS_WITH_VERSION:
            return answer(versioned_extensions(device), size, value, size_ret);
        case CL_DEVICE_MAX_NUM_SUB_GROUPS: return answer(max_sub_groups(device), size, value, size_ret);
        case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
            return answer(cl_bool{sub_groups_run_apart()}, size, value, size_ret);
        case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
            if (has_sub_groups(device)) return pass_on();
            return answer(std::vector<size_t>{8, 16, 32}, size, value, size_ret);
        case CL_DEVICE_BUILT_IN_KERNELS: return answer(built_in_kernels(device), size, value, size_ret);
        case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
            return answer(versioned_built_in_kernels(device), size, value, size_ret);
        case CL_DEVICE_ME_VERSION_INTEL:
            return answer(cl_uint{CL_ME_VERSION_ADVANCED_VER_2_INTEL}, size, value, size_ret);
        case CL_DEVICE_AVC_ME_VERSION_INTEL:
            return answer(cl_uint{CL_AVC_ME_VERSION_1_INTEL}, size, value, size_ret);
        case CL_DEVICE_AVC_ME_SUPPORTS_TEXTURE_SAMPLER_USE_INTEL:
        case CL_DEVICE_AVC_ME_SUPPORTS_PREEMPTION_INTEL:
            return answer(cl_bool{CL_TRUE}, size, value, size_ret);
        case CL_DEVICE_PLANAR_YUV_MAX_WIDTH_INTEL:
            return answer(query_value<size_t>(target().clGetDeviceInfo, device, CL_DEVICE_IMAGE2D_MAX_WIDTH),
                          size, value, size_ret);
        case CL_DEVICE_PLANAR_YUV_MAX_HEIGHT_INTEL:
            return answer(query_value<size_t>(target().clGetDeviceInfo, device, CL_DEVICE_IMAGE2D_MAX_HEIGHT),
                          size, value, size_ret);
        default: return pass_on();
    }
}

bool has_language(cl_device_id device, std::string_view version) {
    const auto all =
        query_array<cl_name_version>(target().clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_ALL_VERSIONS);
    return std::ranges::any_of(all, [version](const cl_name_version& one) {
        return std::to_string(CL_VERSION_MAJOR(one.version)) + "." +
                   std::to_string(CL_VERSION_MINOR(one.version)) ==
               version;
    });
}

}  // namespace

std::string with_added_extensions(std::string own) {
    for (const std::string& name : missing_extensions(words(own))) {
        if (!own.empty() && own.back() != ' ') own += ' ';
        own += name;
    }
    return own;
}

std::vector<cl_name_version> with_added_extensions(std::vector<cl_name_version> own) {
    std::vector<std::string> names;
    for (const cl_name_version& one : own) names.push_back(one.name);
    for (const std::string& name : missing_extensions(names)) {
        cl_name_version& added = own.emplace_back(cl_name_version{kVersion1, {}});
        name.copy(added.name, sizeof added.name - 1);
    }
    return own;
}

bool is_pocl(cl_platform_id platform) {
    return query_string(target().clGetPlatformInfo, platform, CL_PLATFORM_NAME) ==
           "Portable Computing Language";
}

bool is_pocl_cpu(cl_device_id device) {
    const auto type = query_value<cl_device_type>(target().clGetDeviceInfo, device, CL_DEVICE_TYPE);
    const auto platform = query_value<cl_platform_id>(target().clGetDeviceInfo, device, CL_DEVICE_PLATFORM);
    return (type & CL_DEVICE_TYPE_CPU) != 0 && is_pocl(platform);
}

std::vector<cl_device_id> own_devices(cl_platform_id platform, cl_device_type type) {
    cl_uint count = 0;
    if (target().clGetDeviceIDs(platform, type, 0, nullptr, &count) != CL_SUCCESS) return {};
    std::vector<cl_device_id> devices(count);
    if (target().clGetDeviceIDs(platform, type, count, devices.data(), nullptr) != CL_SUCCESS) return {};
    return devices;
}

cl_device_id whole_device(cl_device_id device) {
    const auto parent = query_value<cl_device_id>(target().clGetDeviceInfo, device, CL_DEVICE_PARENT_DEVICE);
    return parent == nullptr ? device : whole_device(parent);
}

bool is_served(cl_device_id device) {
    return on_device() ? is_chosen_device(device) : passes_self_test(device);
}

cl_device_id served_device(cl_context context) {
    const auto devices = devices_of(context);
    if (is_processors(context)) return devices.front();
    const auto found = std::ranges::find_if(devices, is_served);
    return found == devices.end() ? nullptr : *found;
}

bool serves_context(cl_context context) { return served_device(context) != nullptr; }

bool passes_self_test(cl_device_id device) {
    static auto& mutex = *new std::mutex;
    static auto& tested = *new std::map<cl_device_id, bool>;
    if (!is_pocl_cpu(device)) return false;
    device = whole_device(device);  // PoCL frees a sub-device with its owner, even while work runs on it
    const std::lock_guard lock(mutex);
    if (const auto known = tested.find(device); known != tested.end()) return known->second;
    const Status status = self_test(device);
    const std::string name = own_string(device, CL_DEVICE_NAME);
    if (status.ok())
        log().info("device {} is served", name);
    else
        log().error("device {} is left as it is: {}", name, status.message());
    return tested[device] = status.ok();
}

bool has_sub_groups(cl_device_id device) {
    return own_string(device, CL_DEVICE_EXTENSIONS).find("cl_intel_required_subgroup_size") !=
           std::string::npos;
}

std::vector<cl_device_id> devices_of(cl_context context) {
    return query_array<cl_device_id>(target().clGetContextInfo, context, CL_CONTEXT_DEVICES);
}

int language_version(const std::vector<std::string>& options) {
    for (const std::string& option : options) {
        if (option.starts_with("-cl-std=CL") && option.size() >= 13)
            return (option[10] - '0') * 100 + (option[12] - '0') * 10;
    }
    return 120;
}

std::vector<std::string> predefined_macros(cl_device_id device, const std::vector<std::string>& options) {
    const int version = language_version(options);
    std::vector<std::string> macros{
        "__OPENCL_VERSION__=300",      "CL_VERSION_1_0=100",
        "CL_VERSION_1_1=110",          "CL_VERSION_1_2=120",
        "CL_VERSION_2_0=200",          "CL_VERSION_2_1=210",
        "CL_VERSION_2_2=220",          "CL_VERSION_3_0=300",
        "__ENDIAN_LITTLE__=1",         "__IMAGE_SUPPORT__=1",
        "__kernel_exec(X,T)=__kernel", "__OPENCL_C_VERSION__=" + std::to_string(version)};
    for (const std::string& name : words(extensions(device))) macros.push_back(name + "=1");
    if (std::ranges::find(options, "-cl-fast-relaxed-math") != options.end())
        macros.push_back("__FAST_RELAXED_MATH__=1");
    if (version < 300) return macros;
    for (const auto& feature :
         query_array<cl_name_version>(target().clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_FEATURES))
        macros.push_back(std::string(feature.name) + "=1");
    return macros;
}

std::string adapted_options(cl_device_id device, const std::string& given) {
    const std::string wanted = "-cl-std=CL2.0", options = without_intel_options(given);
    const size_t at = options.find(wanted);
    if (at == std::string::npos || has_language(device, "2.0")) return options;
    return std::string(options).replace(at, wanted.size(), "-cl-std=CL3.0");
}

void install_devices(Entries& entries) { entries.put<&cl_icd_dispatch::clGetDeviceInfo, get_device_info>(); }

}  // namespace genmedia::opencl
