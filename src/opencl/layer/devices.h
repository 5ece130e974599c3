// SPDX-License-Identifier: MIT
// Which devices the layer serves, and what it adds to them.
#pragma once

#include "opencl/layer/target.h"

#include <string>
#include <vector>

namespace genmedia::opencl {

// Whether the layer can serve a platform's CPU devices: PoCL's. Null: the loader's first.
bool is_pocl(cl_platform_id platform);
bool is_pocl_cpu(cl_device_id device);

// What the platform itself has of a type; empty where it has none.
std::vector<cl_device_id> own_devices(cl_platform_id platform, cl_device_type type);

// The device that a sub-device was made of, at last; a device itself.
cl_device_id whole_device(cl_device_id device);

// A CPU device of a PoCL platform that passes the self-test, which the first question runs, or a
// part of one.
bool is_served(cl_device_id device);

// The extensions of a device or a platform, and those that the layer adds to it.
std::string with_added_extensions(std::string own);
std::vector<cl_name_version> with_added_extensions(std::vector<cl_name_version> own);

// Has sub-groups without this layer.
bool has_sub_groups(cl_device_id device);

std::vector<cl_device_id> devices_of(cl_context context);

// Macros that the device's compiler defines, as far as a program may test them: "NAME=VALUE".
std::vector<std::string> predefined_macros(cl_device_id device, const std::vector<std::string>& options);

// The build options with a language version that the device has.
std::string adapted_options(cl_device_id device, const std::string& options);

}  // namespace genmedia::opencl
