// SPDX-License-Identifier: MIT
// Kernels with the arguments that the host gives them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cm/runtime/cm_api.h"
#include "cm/runtime/kernels/kernel_program.h"
#include "cm/runtime/kernels/thread_space_object.h"
#include "cm/runtime/queue/job.h"
#include "cm/runtime/surfaces/sampler_state.h"
#include "cm/runtime/surfaces/surfaces.h"

namespace genmedia::runtime {

class Kernel final : public CmKernel, public std::enable_shared_from_this<Kernel> {
public:
    Kernel(const SurfaceTable& surfaces, const SamplerTable& samplers, std::shared_ptr<KernelModule> module,
           const cm_abi::Kernel* code);

    INT SetThreadCount(UINT count) override;
    INT SetKernelArg(UINT index, size_t bytes, const void* value) override;
    INT SetThreadArg(UINT thread, UINT index, size_t bytes, const void* value) override;
    INT SetStaticBuffer(UINT index, const void* value) override;
    INT SetSurfaceBTI(SurfaceIndex* surface, UINT index) override;
    INT AssociateThreadSpace(CmThreadSpace*& space) override;
    INT AssociateThreadGroupSpace(CmThreadGroupSpace*& space) override;
    INT SetSamplerBTI(SamplerIndex* sampler, UINT index) override;
    INT DeAssociateThreadSpace(CmThreadSpace*& space) override;
    INT DeAssociateThreadGroupSpace(CmThreadGroupSpace*& space) override;
    INT QuerySpillSize(unsigned int& bytes) override;
    INT SetKernelArgPointer(UINT index, size_t bytes, const void* value) override;

    const std::shared_ptr<KernelModule>& module() const { return module_; }
    const cm_abi::Kernel* code() const { return code_; }
    UINT thread_count() const { return thread_count_; }  // 0: not set
    bool has_thread_arguments() const;
    const std::shared_ptr<ThreadSpaceObject>& thread_space() const { return thread_space_; }
    const std::shared_ptr<CmThreadGroupSpace>& group_space() const { return group_space_; }

    // CM_SUCCESS; CM_NOT_SET_KERNEL_ARGUMENT if no argument is set; CM_KERNEL_ARG_SETTING_FAILED if one is
    // not set.
    INT validate_arguments() const;
    // Copies the present arguments; the job counts their memory as used. Call validate_arguments() first.
    std::unique_ptr<KernelRun> snapshot(Job& job);

private:
    // An argument's value for the kernel, or for each thread.
    struct Value {
        UINT threads = 0;  // 0: not set; 1 and !per_thread: one value for all
        bool per_thread = false;
        std::vector<uint8_t> bytes;                      // of values
        std::vector<std::shared_ptr<Binding>> surfaces;  // null: the null surface
        std::vector<std::shared_ptr<SamplerEntry>> samplers;
        std::shared_ptr<Storage> pointed_to;
    };

    INT set(UINT index, size_t bytes, const void* value, UINT thread, bool per_thread);
    INT fill_surfaces(const cm_abi::Argument& argument, size_t bytes, const void* value, Value& out,
                      UINT thread);
    INT fill_samplers(const cm_abi::Argument& argument, size_t bytes, const void* value, Value& out,
                      UINT thread);
    void write_argument(const cm_abi::Argument& argument, const Value& value, UINT thread, uint8_t* block,
                        KernelRun& run, Job& job) const;
    const cm_abi::Surface* bind(const std::shared_ptr<Binding>& binding, KernelRun& run, Job& job) const;
    const cm_abi::Surface* bind_picture(const Binding& binding, KernelRun& run, Job& job) const;
    const cm_abi::Surface* bind_vme(std::shared_ptr<const VmeBindings> vme, KernelRun& run, Job& job) const;
    void reset();

    const SurfaceTable& surfaces_;
    const SamplerTable& samplers_;
    std::shared_ptr<KernelModule> module_;
    const cm_abi::Kernel* code_;
    UINT thread_count_ = 0;
    std::vector<Value> values_;
    std::shared_ptr<Binding> static_buffers_[cm_abi::kStaticBuffers];
    struct Bound {
        std::shared_ptr<Binding> binding;
        bool since_enqueue = false;
    };
    std::map<UINT, Bound> bound_surfaces_;
    std::map<UINT, std::shared_ptr<SamplerEntry>> bound_samplers_;
    std::shared_ptr<ThreadSpaceObject> thread_space_;
    std::shared_ptr<CmThreadGroupSpace> group_space_;
};

}  // namespace genmedia::runtime
