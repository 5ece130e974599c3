// SPDX-License-Identifier: MIT
// How applications find the functions of the extensions that the layer adds.
#include "opencl/layer/accelerators.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/images/va_images.h"
#include "opencl/layer/programs/outcomes.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

void* own_function(const char* name) {
    if (name == nullptr) return nullptr;
    for (const auto function : {accelerator_function, va_function, outcome_function})
        if (void* const found = function(name)) return found;
    return nullptr;
}

bool serves(cl_platform_id platform) {
    return std::ranges::any_of(own_devices(platform, CL_DEVICE_TYPE_ALL), is_served);
}

void* CL_API_CALL function_of_platform(cl_platform_id platform, const char* name) {
    void* const own = own_function(name);
    if (own != nullptr && serves(platform)) return own;
    return target().clGetExtensionFunctionAddressForPlatform(platform, name);
}

// OpenCL 1.1's form, without a platform: the caller means the platform that has the function.
void* CL_API_CALL function(const char* name) {
    void* const own = own_function(name);
    return own != nullptr ? own : target().clGetExtensionFunctionAddress(name);
}

}  // namespace

void install_extension_functions(Entries& entries) {
    entries.put<&cl_icd_dispatch::clGetExtensionFunctionAddress, function>();
    entries.put<&cl_icd_dispatch::clGetExtensionFunctionAddressForPlatform, function_of_platform>();
}

}  // namespace genmedia::opencl
