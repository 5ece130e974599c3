// SPDX-License-Identifier: MIT
// The device's lifetime, and its programs, kernels, tasks, spaces and queues.
#include "cm/runtime/device.h"

#include <cstring>

#include "cm/runtime/runtime_log.h"

namespace genmedia::runtime {
namespace {

// The widest thread space of Gen9 and later.
constexpr UINT kMaxSpaceSide = CM_MAX_THREADSPACE_WIDTH_SKLUP_FOR_MW;

// Whether the text is shorter than `limit` characters; null is no option and short enough.
bool short_enough(const char* text, size_t limit) { return text == nullptr || strnlen(text, limit) < limit; }

bool same(const CM_QUEUE_CREATE_OPTION& a, const CM_QUEUE_CREATE_OPTION& b) {
    return a.QueueType == b.QueueType && a.RAMode == b.RAMode && a.UserGPUContext == b.UserGPUContext &&
           a.GPUContext == b.GPUContext && a.SseuUsageHint == b.SseuUsageHint;
}

}  // namespace

Device::~Device() {
    queues_.clear();  // waits for what the queues run
}

INT Device::LoadProgram(void* code, UINT bytes, CmProgram*& program, const char* options) {
    if (code == nullptr || bytes == 0) return CM_INVALID_COMMON_ISA;
    if (!short_enough(options, CM_MAX_OPTION_SIZE_IN_BYTE)) return CM_INVALID_ARG_VALUE;
    return guarded([&] {
        std::string message;
        std::shared_ptr<KernelModule> module;
        INT result = validate_kernel_file(code, bytes, message);
        if (result == CM_SUCCESS) result = KernelModule::load(code, bytes, module, message);
        if (result != CM_SUCCESS) {
            log().warn("LoadProgram: {}", message);
            return result;
        }
        program = programs_.add(std::make_shared<CmProgram>(std::move(module)));
        return static_cast<INT>(CM_SUCCESS);
    });
}

INT Device::CreateKernel(CmProgram* program, const char* name, CmKernel*& kernel, const char* options) {
    if (program == nullptr) return CM_INVALID_ARG_VALUE;
    if (name == nullptr) return CM_NULL_POINTER;
    if (!short_enough(name, CM_MAX_KERNEL_NAME_SIZE_IN_BYTE)) return CM_FAILURE;
    if (!short_enough(options, CM_MAX_OPTION_SIZE_IN_BYTE)) return CM_INVALID_ARG_VALUE;
    return guarded([&]() -> INT {
        const cm_abi::Kernel* code = program->module->find(name);
        if (code == nullptr) {
            log().warn("CreateKernel: the program has no kernel \"{}\"", name);
            return CM_FAILURE;
        }
        if (code->argument_count > kMaxArguments) return CM_EXCEED_KERNEL_ARG_AMOUNT;
        if (code->block_bytes > kMaxArgumentBytes) return CM_EXCEED_KERNEL_ARG_SIZE_IN_BYTE;
        kernel = kernels_.add(std::make_shared<Kernel>(surfaces_, samplers_, program->module, code));
        return CM_SUCCESS;
    });
}

// The function pointer is only for emulation; the name says which kernel it is.
INT Device::CreateKernel(CmProgram* program, const char* name, const void*, CmKernel*& kernel,
                         const char* options) {
    return CreateKernel(program, name, kernel, options);
}

INT Device::CloneKernel(CmKernel*& clone, CmKernel* kernel) {
    if (kernel == nullptr) return CM_NULL_POINTER;
    return guarded([&] {
        const auto* from = static_cast<Kernel*>(kernel);
        clone = kernels_.add(std::make_shared<Kernel>(surfaces_, samplers_, from->module(), from->code()));
        return CM_SUCCESS;
    });
}

INT Device::DestroyKernel(CmKernel*& kernel) {
    if (kernel == nullptr || kernels_.take(kernel) == nullptr) return CM_FAILURE;
    kernel = nullptr;
    return CM_SUCCESS;
}

INT Device::DestroyProgram(CmProgram*& program) {
    if (program == nullptr || programs_.take(program) == nullptr) return CM_FAILURE;
    program = nullptr;
    return CM_SUCCESS;
}

INT Device::CreateTask(CmTask*& task) {
    return guarded([&] {
        task = tasks_.add(std::make_shared<Task>());
        return CM_SUCCESS;
    });
}

INT Device::DestroyTask(CmTask*& task) {
    if (task == nullptr || tasks_.take(task) == nullptr) return CM_FAILURE;
    task = nullptr;
    return CM_SUCCESS;
}

INT Device::CreateThreadSpace(UINT width, UINT height, CmThreadSpace*& space) {
    if (width == 0 || height == 0 || width > kMaxSpaceSide || height > kMaxSpaceSide) {
        log().warn("CreateThreadSpace: {} x {} threads; expected 1 to {} each way", width, height,
                   kMaxSpaceSide);
        return CM_INVALID_THREAD_SPACE;
    }
    return guarded([&] {
        space = thread_spaces_.add(std::make_shared<ThreadSpaceObject>(width, height));
        return CM_SUCCESS;
    });
}

INT Device::DestroyThreadSpace(CmThreadSpace*& space) {
    if (space == nullptr || thread_spaces_.take(space) == nullptr) {
        return CM_FAILURE;
    }
    space = nullptr;
    return CM_SUCCESS;
}

INT Device::CreateThreadGroupSpace(UINT threads_x, UINT threads_y, UINT groups_x, UINT groups_y,
                                   CmThreadGroupSpace*& space) {
    return CreateThreadGroupSpaceEx(threads_x, threads_y, 1, groups_x, groups_y, 1, space);
}

INT Device::CreateThreadGroupSpaceEx(UINT threads_x, UINT threads_y, UINT threads_z, UINT groups_x,
                                     UINT groups_y, UINT groups_z, CmThreadGroupSpace*& space) {
    const UINT threads[3] = {threads_x, threads_y, threads_z};
    const UINT groups[3] = {groups_x, groups_y, groups_z};
    if (const INT code = validate_group_space(threads, groups); code != CM_SUCCESS) return code;
    return guarded([&] {
        space = group_spaces_.add(std::make_shared<CmThreadGroupSpace>(threads, groups));
        return CM_SUCCESS;
    });
}

INT Device::DestroyThreadGroupSpace(CmThreadGroupSpace*& space) {
    if (space == nullptr || group_spaces_.take(space) == nullptr) return CM_FAILURE;
    space = nullptr;
    return CM_SUCCESS;
}

INT Device::CreateQueue(CmQueue*& queue) {
    const CM_QUEUE_CREATE_OPTION option = CM_DEFAULT_QUEUE_CREATE_OPTION;
    return guarded([&] {
        const std::lock_guard lock(mutex_);
        // As in CM, a device has only one such queue. What a host puts in "two" of them stays in order.
        for (const auto& there : queues_) {
            if (same(there->option(), option)) {
                queue = there.get();
                return CM_SUCCESS;
            }
        }
        queues_.push_back(std::make_unique<Queue>(option, print_));
        queue = queues_.back().get();
        return CM_SUCCESS;
    });
}

int32_t Device::CreateQueueEx(CmQueue*& queue, CM_QUEUE_CREATE_OPTION option) {
    if (option.QueueType != CM_QUEUE_TYPE_RENDER && option.QueueType != CM_QUEUE_TYPE_COMPUTE) {
        return CM_INVALID_PARAM_FOR_CREATE_QUEUE_EX;
    }
    if (same(option, CM_DEFAULT_QUEUE_CREATE_OPTION)) return CreateQueue(queue);
    return guarded([&] {
        const std::lock_guard lock(mutex_);
        queues_.push_back(std::make_unique<Queue>(option, print_));
        queue = queues_.back().get();
        return CM_SUCCESS;
    });
}

INT Device::InitPrintBuffer(size_t bytes) {
    print_->init(bytes);
    return CM_SUCCESS;
}

INT Device::FlushPrintBuffer() {
    if (!print_->enabled()) return CM_FAILURE;
    return print_->flush(stdout) ? CM_SUCCESS : CM_FAILURE;
}

INT Device::FlushPrintBufferIntoFile(const char* file_name) {
    if (file_name == nullptr) return CM_INVALID_ARG_VALUE;
    if (!print_->enabled()) return CM_FAILURE;
    std::FILE* file = std::fopen(file_name, "wb");
    if (file == nullptr) return CM_FAILURE;
    const bool written = print_->flush(file);
    return std::fclose(file) == 0 && written ? CM_SUCCESS : CM_FAILURE;
}

// Nothing to do: tasks start as soon as they are enqueued.
int32_t Device::DispatchTask() { return CM_SUCCESS; }

}  // namespace genmedia::runtime
