// Which devices the layer serves, and what it adds to them.
#pragma once

#include "opencl/layer/target.h"

#include <string>
#include <vector>

namespace genmedia::opencl {

// A CPU device of a PoCL platform on x86-64 that passes the self-test, which the first question runs.
bool is_served(cl_device_id device);

// Has sub-groups without this layer.
bool has_sub_groups(cl_device_id device);

std::vector<cl_device_id> devices_of(cl_context context);

// Macros that the device's compiler defines, as far as a program may test them: "NAME=VALUE".
std::vector<std::string> predefined_macros(cl_device_id device, const std::vector<std::string>& options);

// The build options with a language version that the device has.
std::string adapted_options(cl_device_id device, const std::string& options);

}  // namespace genmedia::opencl
