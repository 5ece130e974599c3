// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/presentation.h"

#include "base/settings.h"
#include "opencl/layer/devices/devices_found.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/devices/target_device.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/query.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <array>
#include <string_view>

namespace genmedia::opencl {
namespace {

// The names in Intel's driver for these GPUs on Linux, 2018 to 2022. Programs look for "Intel", for "Intel(R)
// OpenCL" or for the whole name. [intel/compute-runtime, platform_info.h]
constexpr const char* kPlatformName = "Intel(R) OpenCL HD Graphics";
constexpr const char* kVendor = "Intel(R) Corporation";
constexpr cl_uint kVendorId = 0x8086;  // Intel's at the PCI SIG

bool read_view() {
    const std::string value = base::value_of(base::settings::kClAs).value_or(base::settings::kClAs.otherwise);
    if (value == "intel") return true;
    if (value == "pocl") return false;
    log().error("{}, so it is intel", base::wrong_value(base::settings::kClAs, value));
    return true;
}

// The processor's own name for itself.
std::string processor() {
    std::string name;
#if defined(__x86_64__)
    std::array<unsigned, 4> words{};
    for (const unsigned leaf : {0x80000002u, 0x80000003u, 0x80000004u})
        if (__get_cpuid(leaf, &words[0], &words[1], &words[2], &words[3]))
            name.append(reinterpret_cast<const char*>(words.data()), sizeof words);
#elif defined(__aarch64__)
    name = "an Arm CPU";  // it has no name of its own
#endif
    name = name.c_str();  // zeros follow it and blanks precede it
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    return name.empty() ? "a CPU" : name;
}

std::string name_beneath(cl_device_id device) {
    return device_choice() == DeviceChoice::gpu
               ? query_string(target().clGetDeviceInfo, device, CL_DEVICE_NAME)
               : processor();
}

// True for a platform all of whose devices are served.
bool is_served_platform(cl_platform_id platform) {
    const auto devices = own_devices(platform, CL_DEVICE_TYPE_ALL);
    return !devices.empty() && std::ranges::all_of(devices, is_served);
}

cl_int get_platform_info(cl_platform_id platform, cl_platform_info name, size_t size, void* value,
                         size_t* size_ret) {
    const auto pass_on = [&] { return target().clGetPlatformInfo(platform, name, size, value, size_ret); };
    if (name == CL_PLATFORM_NAME) note_platform_named(is_presented(platform));
    if (!shown_as_intel() || !is_presented(platform)) return pass_on();
    const auto query = target().clGetPlatformInfo;
    switch (name) {
        case CL_PLATFORM_NAME: return answer(std::string(kPlatformName), size, value, size_ret);
        case CL_PLATFORM_VENDOR: return answer(std::string(kVendor), size, value, size_ret);
        case CL_PLATFORM_EXTENSIONS:
            if (!is_served_platform(platform)) return pass_on();
            return answer(with_added_extensions(query_string(query, platform, name)), size, value, size_ret);
        case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
            if (!is_served_platform(platform)) return pass_on();
            return answer(with_added_extensions(query_array<cl_name_version>(query, platform, name)), size,
                          value, size_ret);
        default: return pass_on();
    }
}

cl_int give_devices(const std::vector<cl_device_id>& found, cl_uint count, cl_device_id* devices,
                    cl_uint* count_ret) {
    if (devices != nullptr) std::copy_n(found.begin(), std::min<size_t>(count, found.size()), devices);
    if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(found.size());
    return CL_SUCCESS;
}

cl_int get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint count, cl_device_id* devices,
                      cl_uint* count_ret) {
    cl_int error = target().clGetDeviceIDs(platform, type, count, devices, count_ret);
    if (error != CL_SUCCESS && error != CL_DEVICE_NOT_FOUND) return error;
    if (shown_as_intel() && is_presented(platform)) {
        const auto found = devices_of_type(platform, type);
        if (!found.empty()) error = give_devices(found, count, devices, count_ret);
    }
    note_device_search(is_presented(platform), error == CL_SUCCESS);
    return error;
}

}  // namespace

bool shown_as_intel() {
    static const bool intel = read_view();
    return intel;
}

std::string shown_platform_name() { return shown_as_intel() ? kPlatformName : "Portable Computing Language"; }

std::optional<cl_int> answer_presentation(cl_device_id device, cl_device_info name, size_t size, void* value,
                                          size_t* size_ret) {
    const bool is_presented = name == CL_DEVICE_NAME || name == CL_DEVICE_VENDOR ||
                              name == CL_DEVICE_VENDOR_ID || name == CL_DEVICE_TYPE;
    if (!is_presented || !shown_as_intel() || !is_served(device)) return std::nullopt;
    switch (name) {
        case CL_DEVICE_NAME:
            return answer("Intel(R) Gen9 VME on " + name_beneath(device) + " (genmedia)", size, value,
                          size_ret);
        case CL_DEVICE_VENDOR: return answer(std::string(kVendor), size, value, size_ret);
        case CL_DEVICE_VENDOR_ID: return answer(kVendorId, size, value, size_ret);
        default: return answer(cl_device_type{CL_DEVICE_TYPE_GPU}, size, value, size_ret);
    }
}

std::vector<cl_device_id> devices_of_type(cl_platform_id platform, cl_device_type type) {
    const auto pocls = own_devices(platform, type);
    if (type == CL_DEVICE_TYPE_ALL || (type & CL_DEVICE_TYPE_GPU) == 0) return pocls;
    auto found = own_devices(platform, CL_DEVICE_TYPE_CPU);
    std::erase_if(found, [](cl_device_id device) { return !is_served(device); });
    for (const cl_device_id device : pocls)
        if (std::ranges::find(found, device) == found.end()) found.push_back(device);
    return found;
}

void install_presentation(Entries& entries) {
    entries.put<&cl_icd_dispatch::clGetPlatformInfo, get_platform_info>();
    entries.put<&cl_icd_dispatch::clGetDeviceIDs, get_device_ids>();
}

}  // namespace genmedia::opencl
