// SPDX-License-Identifier: MIT
// Which devices the layer serves, and what it adds to them.
#pragma once

#include "opencl/layer/target.h"

#include <string>
#include <vector>

namespace genmedia::opencl {

// Whether the layer can serve a platform's CPU devices: only PoCL's. Null: the loader's first platform.
bool is_pocl(cl_platform_id platform);
bool is_pocl_cpu(cl_device_id device);

// The platform's own devices of a type; empty if it has none.
std::vector<cl_device_id> own_devices(cl_platform_id platform, cl_device_type type);

// The root device from which a sub-device was made; for any other device, the device itself.
cl_device_id whole_device(cl_device_id device);

// A CPU device of a PoCL platform that passes the self-test, or a part of one. The first call runs the
// test.
bool is_served(cl_device_id device);
// The same of PoCL's, wherever kernels run.
bool passes_self_test(cl_device_id device);

// A context in which the layer has something to do: with a device that is served, or for fall-backs.
bool serves_context(cl_context context);
// The first served device of a context; null: none.
cl_device_id served_device(cl_context context);

// A device's or platform's extensions, and those that the layer adds.
std::string with_added_extensions(std::string own);
std::vector<cl_name_version> with_added_extensions(std::vector<cl_name_version> own);

// Whether the device has sub-groups without this layer.
bool has_sub_groups(cl_device_id device);

std::vector<cl_device_id> devices_of(cl_context context);

// The -cl-std of a build in the form of __OPENCL_C_VERSION__: 120 for CL1.2.
int language_version(const std::vector<std::string>& options);

// Macros that the device's compiler defines, as far as a program may test them: "NAME=VALUE".
std::vector<std::string> predefined_macros(cl_device_id device, const std::vector<std::string>& options);

// The build options, with their language version changed to one that the device has, and without those that
// only Intel's compiler knows.
std::string adapted_options(cl_device_id device, const std::string& given);

}  // namespace genmedia::opencl
