// SPDX-License-Identifier: MIT
// Kernels of programs that their device cannot run. The handle is that of PoCL's kernel. The application's
// memory objects are of its own context, so PoCL's kernel gets others in their place when it is launched.
#pragma once

#include "opencl/layer/programs/programs.h"
#include "opencl/layer/registry.h"

#include <mutex>
#include <optional>

namespace genmedia::opencl {

// An object of a driver, released with its last owner.
template <class Handle, auto Release>
std::shared_ptr<std::remove_pointer_t<Handle>> owned_object(Handle handle) {
    return {handle, [](Handle one) {
                if (one != nullptr) (target().*Release)(one);
            }};
}

struct FallbackKernel {
    std::string name;
    cl_program program = nullptr;  // the application's; one reference is this kernel's
    cl_context context = nullptr;  // the application's
    std::shared_ptr<int> live;     // its program's count of its kernels
    std::vector<ParameterKind> parameters;
    std::mutex mutex;
    std::vector<std::optional<cl_mem>> memory;  // the application's, by parameter; none where nothing was set
    std::vector<std::shared_ptr<_cl_sampler>> samplers;  // PoCL's, by parameter

    ~FallbackKernel() {
        if (program != nullptr) programs().release(program, target().clReleaseProgram);
    }
};

Registry<cl_kernel, FallbackKernel>& fallback_kernels();

// clCreateKernel of a program on processors.
cl_kernel create_fallback_kernel(cl_program program, KnownProgram& known, const char* name, cl_int* error);
std::shared_ptr<FallbackKernel> copy_of(FallbackKernel& kernel);

// clSetKernelArg. The caller holds the kernel's lock, which is taken before that of its facts.
cl_int set_fallback_argument(cl_kernel handle, FallbackKernel& kernel, cl_uint index, size_t size,
                             const void* value);

// The device of processors() in place of one of the application's; others stay.
cl_device_id device_in_place(const FallbackKernel& kernel, cl_device_id device);

}  // namespace genmedia::opencl
