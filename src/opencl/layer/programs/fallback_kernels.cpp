// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/fallback_kernels.h"

#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/devices/processors.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/programs/rewritten_kernels.h"

#include <algorithm>
#include <cstring>

namespace genmedia::opencl {

Registry<cl_kernel, FallbackKernel>& fallback_kernels() {
    static auto& registry = *new Registry<cl_kernel, FallbackKernel>;
    return registry;
}

cl_kernel create_fallback_kernel(cl_program program, KnownProgram& known, const char* name, cl_int* error) {
    const std::lock_guard lock(known.mutex);
    const cl_kernel made = own_table().clCreateKernel(known.on_processors.get(), name, error);
    if (made == nullptr) return nullptr;
    auto kernel = std::make_shared<FallbackKernel>();
    kernel->name = name;
    kernel->context = known.context;
    kernel->live = known.live_kernels;
    const auto found = known.on_processors.kernels.find(name);
    if (found != known.on_processors.kernels.end()) kernel->parameters = found->second;
    kernel->memory.resize(kernel->parameters.size());
    kernel->samplers.resize(kernel->parameters.size());
    if (programs().retain(program, target().clRetainProgram) == CL_SUCCESS) kernel->program = program;
    // What goes wrong while it runs is reported to the application's context.
    if (const auto facts = kernels().find(made)) facts->context = known.context;
    fallback_kernels().put(made, std::move(kernel));
    return made;
}

std::shared_ptr<FallbackKernel> copy_of(FallbackKernel& kernel) {
    auto copy = std::make_shared<FallbackKernel>();
    const std::lock_guard lock(kernel.mutex);
    copy->name = kernel.name;
    copy->context = kernel.context;
    copy->live = kernel.live;
    copy->parameters = kernel.parameters;
    copy->memory = kernel.memory;
    copy->samplers = kernel.samplers;
    if (programs().retain(kernel.program, target().clRetainProgram) == CL_SUCCESS)
        copy->program = kernel.program;
    return copy;
}

cl_device_id device_in_place(const FallbackKernel& kernel, cl_device_id device) {
    const auto devices = devices_of(kernel.context);
    const bool is_one =
        device == nullptr ? devices.size() == 1 : std::ranges::find(devices, device) != devices.end();
    return is_one ? processors().device : device;
}

namespace {

template <class Handle>
Handle handle_at(const void* value) {
    Handle handle = nullptr;
    if (value != nullptr) std::memcpy(&handle, value, sizeof handle);
    return handle;
}

cl_int refuse_argument(const FallbackKernel& kernel, cl_uint index, cl_int error, const char* what) {
    log().error("kernel {}, argument {}: {}", kernel.name, index, what);
    return error;
}

cl_int set_sampler(cl_kernel handle, FallbackKernel& kernel, cl_uint index, size_t size, const void* value) {
    if (size != sizeof(cl_sampler)) return CL_INVALID_ARG_SIZE;
    const auto given = handle_at<cl_sampler>(value);
    if (given == nullptr) return CL_INVALID_SAMPLER;
    const auto ask = target().clGetSamplerInfo;
    const auto context = query_value<cl_context>(ask, given, CL_SAMPLER_CONTEXT);
    if (context == nullptr) return CL_INVALID_SAMPLER;
    if (context != kernel.context)
        return refuse_argument(kernel, index, CL_INVALID_CONTEXT,
                               "a sampler of another context; expected one of the kernel's");
    cl_int error = CL_SUCCESS;
    const cl_sampler made = target().clCreateSampler(
        processors().context, query_value<cl_bool>(ask, given, CL_SAMPLER_NORMALIZED_COORDS),
        query_value<cl_addressing_mode>(ask, given, CL_SAMPLER_ADDRESSING_MODE),
        query_value<cl_filter_mode>(ask, given, CL_SAMPLER_FILTER_MODE), &error);
    if (made == nullptr) return error;
    auto owned = owned_object<cl_sampler, &cl_icd_dispatch::clReleaseSampler>(made);
    error = target().clSetKernelArg(handle, index, sizeof made, &made);
    if (error == CL_SUCCESS) kernel.samplers[index] = std::move(owned);
    return error;
}

// Access is not looked at: PoCL does not either.
cl_int set_memory(FallbackKernel& kernel, cl_uint index, size_t size, const void* value) {
    if (size != sizeof(cl_mem)) return CL_INVALID_ARG_SIZE;
    const ParameterKind kind = kernel.parameters[index];
    const bool is_image = kind != ParameterKind::buffer;
    const auto memory = handle_at<cl_mem>(value);
    if (memory == nullptr) {
        if (is_image) return CL_INVALID_ARG_VALUE;
        kernel.memory[index] = nullptr;
        return CL_SUCCESS;
    }
    const auto ask = target().clGetMemObjectInfo;
    const auto type = query_value<cl_mem_object_type>(ask, memory, CL_MEM_TYPE);
    const auto context = query_value<cl_context>(ask, memory, CL_MEM_CONTEXT);
    if (context == nullptr) return CL_INVALID_MEM_OBJECT;
    if (context != kernel.context)
        return refuse_argument(kernel, index, CL_INVALID_CONTEXT,
                               "a memory object of another context; expected one of the kernel's");
    if (type == CL_MEM_OBJECT_PIPE)
        return refuse_argument(kernel, index, CL_INVALID_MEM_OBJECT,
                               "a pipe, which a kernel on processors in a device's place cannot have");
    if ((type == CL_MEM_OBJECT_BUFFER) == is_image)
        return refuse_argument(kernel, index, CL_INVALID_MEM_OBJECT,
                               is_image ? "a buffer; expected an image" : "an image; expected a buffer");
    kernel.memory[index] = memory;
    return CL_SUCCESS;
}

}  // namespace

cl_int set_fallback_argument(cl_kernel handle, FallbackKernel& kernel, cl_uint index, size_t size,
                             const void* value) {
    if (index >= kernel.parameters.size()) return CL_INVALID_ARG_INDEX;
    switch (kernel.parameters[index]) {
        case ParameterKind::value:
        case ParameterKind::local: return target().clSetKernelArg(handle, index, size, value);
        case ParameterKind::sampler: return set_sampler(handle, kernel, index, size, value);
        default: return set_memory(kernel, index, size, value);
    }
}

}  // namespace genmedia::opencl
