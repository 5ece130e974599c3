// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/processors.h"

#include "base/settings.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/layer_log.h"

#include <atomic>

namespace genmedia::opencl {
namespace {

// Queries ask this often, and before there are any.
std::atomic<cl_context> context_of_processors = nullptr;

Fallback read_fallback() {
    const base::Setting& setting = base::settings::kClFallback;
    const std::string value = base::value_of(setting).value_or(setting.otherwise);
    if (value == "never") return Fallback::never;
    if (value == "always") return Fallback::always;
    if (value != "auto") log().error("{}; auto is taken", base::wrong_value(setting, value));
    return Fallback::where_needed;
}

cl_device_id find_device(std::string& missing) {
    cl_uint count = 0;
    target().clGetPlatformIDs(0, nullptr, &count);
    std::vector<cl_platform_id> platforms(count);
    if (count != 0) target().clGetPlatformIDs(count, platforms.data(), nullptr);
    missing = "PoCL is not installed (package pocl-opencl-icd)";
    for (const cl_platform_id platform : platforms) {
        for (const cl_device_id device : own_devices(platform, CL_DEVICE_TYPE_CPU)) {
            if (passes_self_test(device)) return device;
            if (is_pocl(platform)) missing = "PoCL's device fails the layer's self-test";
        }
    }
    return nullptr;
}

Processors make_processors() {
    Processors made;
    const cl_device_id device = find_device(made.missing);
    if (device == nullptr) return made;
    cl_int error = CL_SUCCESS;
    const cl_context context = target().clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    const auto queue = [&](cl_command_queue_properties properties) {
        return error == CL_SUCCESS ? target().clCreateCommandQueue(context, device, properties, &error)
                                   : nullptr;
    };
    const cl_command_queue launches = queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const cl_command_queue copies = queue(0);
    if (error != CL_SUCCESS) {
        made.missing = "PoCL makes no context or queue: OpenCL error " + std::to_string(error);
        return made;
    }
    context_of_processors = context;
    return {device, context, launches, copies, {}};
}

}  // namespace

Fallback fallback_choice() {
    static const Fallback choice = read_fallback();
    return choice;
}

const Processors& processors() {
    static const auto& made = *new Processors(make_processors());
    return made;
}

bool is_processors(cl_context context) { return context != nullptr && context == context_of_processors; }

}  // namespace genmedia::opencl
