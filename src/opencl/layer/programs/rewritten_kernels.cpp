// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/rewritten_kernels.h"

#include "opencl/layer/accelerators.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/images/planar_images.h"
#include "opencl/layer/images/va_images.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/programs/fallback_kernels.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace genmedia::opencl {

Registry<cl_kernel, KernelFacts>& kernels() {
    static auto& registry = *new Registry<cl_kernel, KernelFacts>;
    return registry;
}

std::shared_ptr<KernelFacts> treated_kernel(cl_kernel kernel) {
    auto known = kernels().find(kernel);
    return known && known->treated ? known : nullptr;
}

size_t sub_group_size(const KernelDescription& kernel) {
    constexpr size_t of_the_unit = 16;
    if (kernel.uses_motion_estimation || kernel.required_sub_group_size == 0) return of_the_unit;
    return kernel.required_sub_group_size;
}

namespace {

// ---- Creation

// A program lives as long as its kernels (clReleaseProgram), and so does what the layer knows about it.
void own(KernelFacts& facts, cl_program program) {
    if (programs().retain(program, target().clRetainProgram) == CL_SUCCESS) facts.program = program;
}

// Registers the kernel if PoCL has another program than the application's.
void remember(cl_kernel kernel, cl_program program) {
    kernels().forget(kernel);
    fallback_kernels().forget(kernel);
    copy_va_arguments(nullptr, kernel);
    const auto known = programs().find(program);
    if (!known) return;
    const std::lock_guard lock(known->mutex);
    if (!known->treated && known->rewritten.get() == nullptr) return;
    const std::string name = query_string(target().clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME);
    const auto found = std::ranges::find(known->kernels, name, &KernelDescription::name);
    if (known->treated && found == known->kernels.end()) return;
    auto facts = std::make_shared<KernelFacts>();
    facts->treated = known->treated;
    if (known->treated) facts->description = *found;
    facts->context = known->context;
    facts->live = known->live_kernels;
    facts->images.resize(facts->description.parameters.size());
    if (known->built_in) facts->built_in = find_built_in_kernel(name);
    own(*facts, program);
    kernels().put(kernel, std::move(facts));
}

// The program, if its kernels run on processors in place of its device; else null.
std::shared_ptr<KnownProgram> fallen_program(cl_program program) {
    auto known = programs().find(program);
    if (!known) return nullptr;
    const std::lock_guard lock(known->mutex);
    return known->on_processors.get() == nullptr ? nullptr : known;
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* error) {
    if (const auto fallen = fallen_program(program))
        return create_fallback_kernel(program, *fallen, name, error);
    const cl_kernel kernel =
        target().clCreateKernel(built_program(program, name == nullptr ? "" : name), name, error);
    if (kernel != nullptr) remember(kernel, program);
    return kernel;
}

cl_int CL_API_CALL release_kernel(cl_kernel object) {
    return fallback_kernels().release(
        object, [](cl_kernel kernel) { return kernels().release(kernel, target().clReleaseKernel); });
}

// The kernels of a program for which PoCL has two programs, or which runs elsewhere; else none.
std::vector<std::string> names_in_two_programs(cl_program program) {
    const auto known = programs().find(program);
    if (!known) return {};
    const std::lock_guard lock(known->mutex);
    std::vector<std::string> names;
    for (const auto& kernel : known->on_processors.kernels) names.push_back(kernel.first);
    if (!known->has_two()) return names;
    for (const KernelDescription& kernel : known->kernels) names.push_back(kernel.name);
    return names;
}

// Creates all kernels of such a program. On an error, creates none and returns the error.
cl_int create_each(cl_program program, const std::vector<std::string>& names, cl_kernel* created) {
    for (size_t i = 0; i < names.size(); i++) {
        cl_int error = CL_SUCCESS;
        created[i] = create_kernel(program, names[i].c_str(), &error);
        if (created[i] != nullptr) continue;
        while (i-- > 0) release_kernel(created[i]);
        return error;
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel* created, cl_uint* count_ret) {
    if (const std::vector<std::string> names = names_in_two_programs(program); !names.empty()) {
        if (created != nullptr && count < names.size()) return CL_INVALID_VALUE;
        if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(names.size());
        return created == nullptr ? CL_SUCCESS : create_each(program, names, created);
    }
    cl_uint made = 0;
    const cl_int error = target().clCreateKernelsInProgram(built_program(program), count, created, &made);
    if (error != CL_SUCCESS) return error;
    if (count_ret != nullptr) *count_ret = made;
    if (created != nullptr)
        for (cl_uint i = 0; i < made; i++) remember(created[i], program);
    return error;
}

std::shared_ptr<KernelFacts> copy_of(KernelFacts& known) {
    auto copy = std::make_shared<KernelFacts>();
    const std::lock_guard lock(known.mutex);
    copy->description = known.description;
    copy->treated = known.treated;
    copy->context = known.context;
    copy->live = known.live;
    copy->images = known.images;
    copy->built_in = known.built_in;
    copy->arguments = known.arguments;
    own(*copy, known.program);
    return copy;
}

cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int* error) {
    const cl_kernel kernel = target().clCloneKernel(source, error);
    const auto known = kernels().find(source);
    if (kernel == nullptr) return kernel;
    kernels().forget(kernel);
    copy_va_arguments(source, kernel);
    if (known) kernels().put(kernel, copy_of(*known));
    fallback_kernels().forget(kernel);
    if (const auto fallen = fallback_kernels().find(source)) fallback_kernels().put(kernel, copy_of(*fallen));
    return kernel;
}

cl_int CL_API_CALL retain_kernel(cl_kernel object) {
    return fallback_kernels().retain(
        object, [](cl_kernel kernel) { return kernels().retain(kernel, target().clRetainKernel); });
}

// Whether PoCL would read other channels than the image has: of a whole NV12 image, and of emulated chroma.
bool has_other_channels(size_t size, const void* value) {
    cl_mem memory = nullptr;
    if (value == nullptr || size != sizeof memory) return false;
    std::memcpy(&memory, value, size);
    const auto object = planar_objects().find(memory);
    return object && (object->plane < 0 || object->emulated);
}

// Whether an argument is a memory object of another context than the kernel's.
bool is_foreign(const KernelFacts& known, cl_uint index, size_t size, const void* value) {
    cl_mem memory = nullptr;
    if (index >= known.description.parameters.size() || value == nullptr || size != sizeof memory)
        return false;
    const Parameter& parameter = known.description.parameters[index];
    if (parameter.is_image || parameter.is_buffer) std::memcpy(&memory, value, size);
    return memory != nullptr &&
           query_value<cl_context>(target().clGetMemObjectInfo, memory, CL_MEM_CONTEXT) != known.context;
}

// Whether a parameter is none that the application knows: kernels of a GPU's own driver have some more.
bool is_hidden(const KernelFacts& known, cl_uint index) {
    return known.description.on_device && index >= known.description.parameters.size();
}

cl_int set_known_argument(cl_kernel kernel, KernelFacts& known, cl_uint index, size_t size,
                          const void* value) {
    if (is_hidden(known, index)) return CL_INVALID_ARG_INDEX;
    if (is_foreign(known, index, size, value)) {
        log().error(
            "kernel {}, argument {}: a memory object of another context; expected one of the kernel's",
            known.description.name, index);
        return CL_INVALID_CONTEXT;
    }
    const cl_int error = target().clSetKernelArg(kernel, index, size, value);
    if (error != CL_SUCCESS || index >= known.images.size() || !known.description.parameters[index].is_image)
        return error;
    known.images[index] = nullptr;
    if (value != nullptr && size == sizeof(cl_mem)) std::memcpy(&known.images[index], value, size);
    return error;
}

cl_int set_argument_of_any(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
    const auto known = treated_kernel(kernel);
    if (!known && has_other_channels(size, value)) {
        log().error(
            "kernel argument {}: an image in NV12 or of its chroma, and the program does not use "
            "genmedia's extensions",
            index);
        return CL_INVALID_ARG_VALUE;
    }
    const auto fallen = fallback_kernels().find(kernel);
    std::unique_lock<std::mutex> of_fallen;
    if (fallen) of_fallen = std::unique_lock(fallen->mutex);
    if (!known)
        return fallen ? set_fallback_argument(kernel, *fallen, index, size, value)
                      : target().clSetKernelArg(kernel, index, size, value);
    const std::lock_guard lock(known->mutex);
    const auto set = [&](size_t pocl_size, const void* pocl_value) {
        return fallen ? set_fallback_argument(kernel, *fallen, index, pocl_size, pocl_value)
                      : set_known_argument(kernel, *known, index, pocl_size, pocl_value);
    };
    if (known->built_in == nullptr) return set(size, value);
    if (is_accelerator_of_other(known->context, size, value)) return CL_INVALID_CONTEXT;
    return set_built_in_argument(*known->built_in, known->arguments, index, size, value, set);
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
    const cl_int error = set_argument_of_any(kernel, index, size, value);
    if (error == CL_SUCCESS) note_va_argument(kernel, index, size, value);
    return error;
}

// Shared virtual memory is of one context, which is not that of a kernel elsewhere.
bool refuses_pointers(cl_kernel kernel) {
    const auto fallen = fallback_kernels().find(kernel);
    if (fallen)
        log().error(
            "kernel {}: shared virtual memory is not supported where a kernel runs on processors in place of "
            "its device",
            fallen->name);
    return fallen != nullptr;
}

cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void* value) {
    if (refuses_pointers(kernel)) return CL_INVALID_OPERATION;
    return target().clSetKernelArgSVMPointer(kernel, index, value);
}

cl_int CL_API_CALL set_execution_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
                                      const void* value) {
    if (refuses_pointers(kernel)) return CL_INVALID_OPERATION;
    return target().clSetKernelExecInfo(kernel, name, size, value);
}

// ---- Queries

cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info name, size_t size, void* value,
                                   size_t* size_ret) {
    const auto fallen = fallback_kernels().find(kernel);
    if (fallen && name == CL_KERNEL_PROGRAM) return answer(fallen->program, size, value, size_ret);
    if (fallen && name == CL_KERNEL_CONTEXT) return answer(fallen->context, size, value, size_ret);
    const auto known = kernels().find(kernel);
    if (known && name == CL_KERNEL_PROGRAM) return answer(known->program, size, value, size_ret);
    if (known && known->description.on_device && name == CL_KERNEL_NUM_ARGS)
        return answer(static_cast<cl_uint>(known->description.parameters.size()), size, value, size_ret);
    return target().clGetKernelInfo(kernel, name, size, value, size_ret);
}

cl_int CL_API_CALL get_argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size,
                                     void* value, size_t* size_ret) {
    if (const auto known = kernels().find(kernel); known && is_hidden(*known, index))
        return CL_INVALID_ARG_INDEX;
    return target().clGetKernelArgInfo(kernel, index, name, size, value, size_ret);
}

cl_int CL_API_CALL get_work_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
                                       size_t size, void* value, size_t* size_ret) {
    if (const auto fallen = fallback_kernels().find(kernel)) device = device_in_place(*fallen, device);
    const auto known = treated_kernel(kernel);
    if (known && name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE)
        return answer(known->description.required_work_group_size, size, value, size_ret);
    if (known && name == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
        return answer(sub_group_size(known->description), size, value, size_ret);
    if (known && known->built_in != nullptr && name == CL_KERNEL_GLOBAL_WORK_SIZE)
        return answer(largest_range(device), size, value, size_ret);
    constexpr cl_kernel_work_group_info spill_memory = 0x4109;  // CL_KERNEL_SPILL_MEM_SIZE_INTEL
    if (known && name == spill_memory) return answer(cl_ulong{0}, size, value, size_ret);
    return target().clGetKernelWorkGroupInfo(kernel, device, name, size, value, size_ret);
}

struct SubGroupQuery {
    cl_kernel_sub_group_info name;
    size_t input_size;
    const void* input;
};

// The local size in a query's input: it has one to three dimensions.
std::optional<std::array<size_t, 3>> local_size(const SubGroupQuery& query) {
    if (query.input == nullptr || query.input_size % sizeof(size_t) != 0) return std::nullopt;
    const size_t dimensions = query.input_size / sizeof(size_t);
    if (dimensions < 1 || dimensions > 3) return std::nullopt;
    std::array<size_t, 3> size{1, 1, 1};
    std::memcpy(size.data(), query.input, query.input_size);
    return size;
}

// A local size that makes that many sub-groups.
cl_int answer_local_size(const SubGroupQuery& query, size_t of_sub_group, size_t size, void* value,
                         size_t* size_ret) {
    size_t count = 0;
    if (query.input == nullptr || query.input_size != sizeof count) return CL_INVALID_VALUE;
    std::memcpy(&count, query.input, sizeof count);
    const size_t dimensions = size / sizeof(size_t);
    if (value != nullptr && (dimensions < 1 || dimensions > 3)) return CL_INVALID_VALUE;
    std::vector<size_t> local(value == nullptr ? 1 : dimensions, 1);
    local[0] = count * of_sub_group;
    return answer(local, size, value, size_ret);
}

cl_int answer_sub_group_query(const KernelFacts& kernel, cl_device_id device, const SubGroupQuery& query,
                              size_t size, void* value, size_t* size_ret) {
    const size_t of_sub_group = sub_group_size(kernel.description);
    switch (query.name) {
        case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
            if (!local_size(query)) return CL_INVALID_VALUE;
            return answer(of_sub_group, size, value, size_ret);
        case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
            const auto local = local_size(query);
            if (!local) return CL_INVALID_VALUE;
            const size_t items = (*local)[0] * (*local)[1] * (*local)[2];
            return answer((items + of_sub_group - 1) / of_sub_group, size, value, size_ret);
        }
        case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
            return answer_local_size(query, of_sub_group, size, value, size_ret);
        case CL_KERNEL_MAX_NUM_SUB_GROUPS:
            return answer(
                query_value<size_t>(target().clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE) /
                    of_sub_group,
                size, value, size_ret);
        case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: return answer(size_t{0}, size, value, size_ret);
        case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
            return answer(kernel.description.uses_motion_estimation
                              ? size_t{16}
                              : kernel.description.required_sub_group_size,
                          size, value, size_ret);
        default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL get_sub_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                                      size_t input_size, const void* input, size_t size, void* value,
                                      size_t* size_ret) {
    if (const auto fallen = fallback_kernels().find(kernel)) device = device_in_place(*fallen, device);
    const auto known = treated_kernel(kernel);
    if (known)
        return answer_sub_group_query(*known, device, {name, input_size, input}, size, value, size_ret);
    if (target().clGetKernelSubGroupInfo == nullptr) return CL_INVALID_OPERATION;
    return target().clGetKernelSubGroupInfo(kernel, device, name, input_size, input, size, value, size_ret);
}

}  // namespace

void install_kernels(Entries& entries) {
    entries.put<&cl_icd_dispatch::clCreateKernel, create_kernel>();
    entries.put<&cl_icd_dispatch::clCreateKernelsInProgram, create_kernels>();
    entries.put<&cl_icd_dispatch::clCloneKernel, clone_kernel>();
    entries.put<&cl_icd_dispatch::clRetainKernel, retain_kernel>();
    entries.put<&cl_icd_dispatch::clReleaseKernel, release_kernel>();
    entries.put<&cl_icd_dispatch::clSetKernelArg, set_argument>();
    entries.put<&cl_icd_dispatch::clSetKernelArgSVMPointer, set_pointer>();
    entries.put<&cl_icd_dispatch::clSetKernelExecInfo, set_execution_info>();
    entries.put<&cl_icd_dispatch::clGetKernelArgInfo, get_argument_info>();
    entries.put<&cl_icd_dispatch::clGetKernelInfo, get_kernel_info>();
    entries.put<&cl_icd_dispatch::clGetKernelWorkGroupInfo, get_work_group_info>();
    entries.put<&cl_icd_dispatch::clGetKernelSubGroupInfo, get_sub_group_info>();
    entries.put<&cl_icd_dispatch::clGetKernelSubGroupInfoKHR, get_sub_group_info>();
}

}  // namespace genmedia::opencl
