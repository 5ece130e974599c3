// SPDX-License-Identifier: MIT
#include "cm/runtime/kernels/task.h"

namespace genmedia::runtime {

Task::Task() { Reset(); }

INT Task::AddKernel(CmKernel* kernel) {
    if (kernels_.size() >= kMaxKernelsPerTask) return CM_EXCEED_MAX_KERNEL_PER_ENQUEUE;
    if (kernel == nullptr) return CM_INVALID_ARG_VALUE;
    return guarded([&] {
        kernels_.push_back(static_cast<Kernel*>(kernel)->shared_from_this());
        return CM_SUCCESS;
    });
}

INT Task::Reset() {
    kernels_.clear();
    config_ = {};
    config_.turboBoostFlag = CM_TURBO_BOOST_DEFAULT != 0;
    return CM_SUCCESS;
}

// Nothing to do: kernels run one after the other anyway.
INT Task::AddSync() { return CM_SUCCESS; }

INT Task::AddSyncEx(const CM_KERNEL_SYNC_CONFIG* config) {
    return config == nullptr ? CM_NULL_POINTER : CM_SUCCESS;
}

// Sets which parts of a GPU are switched on. No effect here.
INT Task::SetPowerOption(PCM_POWER_OPTION option) { return option == nullptr ? CM_NULL_POINTER : CM_SUCCESS; }

INT Task::AddConditionalEnd(SurfaceIndex*, UINT, CM_CONDITIONAL_END_PARAM*) { return CM_NOT_IMPLEMENTED; }

INT Task::SetProperty(const CM_TASK_CONFIG& config) {
    config_ = config;
    return CM_SUCCESS;
}

INT Task::GetProperty(CM_TASK_CONFIG& config) {
    config = config_;
    return CM_SUCCESS;
}

INT Task::AddKernelWithConfig(CmKernel* kernel, const CM_EXECUTION_CONFIG*) { return AddKernel(kernel); }

}  // namespace genmedia::runtime
