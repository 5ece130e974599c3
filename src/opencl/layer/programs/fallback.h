// SPDX-License-Identifier: MIT
// Programs that their device cannot run: built for processors() in its place. The application keeps its own
// program, context and device.
#pragma once

#include "opencl/layer/programs/programs.h"

#include <optional>
#include <string>

namespace genmedia::opencl {

struct FallbackBuild {
    std::string options;
    bool compile_only = false;
};

// Builds a program for processors that failed with `failure` for its device, and says so on standard error.
// Otherwise the failure, and both reasons as the build log.
cl_int build_fallback(cl_program program, KnownProgram& known, const FallbackBuild& build,
                      cl_device_id device, cl_int failure);

// clCreateProgramWithBinary and its build. Nothing: the binaries are not of such a program.
std::optional<cl_program> create_fallback_with_binary(cl_context context, cl_uint count,
                                                      const cl_device_id* devices, const size_t* lengths,
                                                      const unsigned char** binaries, cl_int* status,
                                                      cl_int* error);
cl_int build_fallback_binary(KnownProgram& known, const std::string& options);

// clLinkProgram. Nothing: none of the parts is such a program.
struct Link {
    cl_context context = nullptr;
    cl_uint device_count = 0;
    const cl_device_id* devices = nullptr;
    const char* options = nullptr;
    cl_uint count = 0;
    const cl_program* parts = nullptr;
};
std::optional<cl_program> link_fallback(const Link& link, cl_int* error);

// Queries of such a program, whose lock the caller holds. Nothing: the driver's answer is right.
std::optional<cl_int> fallback_program_info(cl_program program, const KnownProgram& known,
                                            cl_program_info name, size_t size, void* value, size_t* size_ret);
cl_int fallback_build_info(const KnownProgram& known, cl_device_id device, cl_program_build_info name,
                           size_t size, void* value, size_t* size_ret);

// What a device is called in messages.
std::string device_name(cl_device_id device);

}  // namespace genmedia::opencl
