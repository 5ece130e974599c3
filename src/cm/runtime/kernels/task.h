// SPDX-License-Identifier: MIT
// Tasks: kernels to be enqueued together.
#pragma once

#include <memory>
#include <vector>

#include "cm/runtime/cm_api.h"
#include "cm/runtime/kernels/kernel.h"

namespace genmedia::runtime {

class Task final : public CmTask {
public:
    Task();

    INT AddKernel(CmKernel* kernel) override;
    INT Reset() override;
    INT AddSync() override;
    INT SetPowerOption(PCM_POWER_OPTION option) override;
    INT AddConditionalEnd(SurfaceIndex* surface, UINT offset, CM_CONDITIONAL_END_PARAM* param) override;
    INT SetProperty(const CM_TASK_CONFIG& config) override;
    INT AddKernelWithConfig(CmKernel* kernel, const CM_EXECUTION_CONFIG* config) override;
    INT GetProperty(CM_TASK_CONFIG& config) override;
    INT AddSyncEx(const CM_KERNEL_SYNC_CONFIG* config) override;

    const std::vector<std::shared_ptr<Kernel>>& kernels() const { return kernels_; }

private:
    std::vector<std::shared_ptr<Kernel>> kernels_;
    CM_TASK_CONFIG config_{};
};

}  // namespace genmedia::runtime
