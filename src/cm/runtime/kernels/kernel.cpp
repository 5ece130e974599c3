// SPDX-License-Identifier: MIT
#include "cm/runtime/kernels/kernel.h"

#include <algorithm>

#include "cm/runtime/runtime_log.h"

namespace genmedia::runtime {

namespace {}  // namespace

Kernel::Kernel(const SurfaceTable& surfaces, const SamplerTable& samplers,
               std::shared_ptr<KernelModule> module, const cm_abi::Kernel* code)
    : surfaces_(surfaces),
      samplers_(samplers),
      module_(std::move(module)),
      code_(code),
      values_(code->argument_count) {}

INT Kernel::SetThreadCount(UINT count) {
    if (static_cast<INT>(count) <= 0) return CM_INVALID_ARG_VALUE;
    if (thread_space_ != nullptr) return CM_SUCCESS;  // the thread space decides
    if (thread_count_ != 0 && thread_count_ != count) reset();
    thread_count_ = count;
    return CM_SUCCESS;
}

// Another thread count makes all arguments void.
void Kernel::reset() {
    values_.assign(code_->argument_count, {});
    bound_surfaces_.clear();
    bound_samplers_.clear();
    thread_space_ = nullptr;
    group_space_ = nullptr;
}

INT Kernel::AssociateThreadSpace(CmThreadSpace*& space) {
    if (space == nullptr) return CM_INVALID_ARG_VALUE;
    if (group_space_ != nullptr) return CM_INVALID_KERNEL_THREADSPACE;
    thread_space_ = static_cast<ThreadSpaceObject*>(space)->shared_from_this();
    thread_count_ = thread_space_->width() * thread_space_->height();
    return CM_SUCCESS;
}

INT Kernel::AssociateThreadGroupSpace(CmThreadGroupSpace*& space) {
    if (space == nullptr) return CM_INVALID_ARG_VALUE;
    if (thread_space_ != nullptr) return CM_INVALID_KERNEL_THREADGROUPSPACE;
    group_space_ = space->shared_from_this();
    return CM_SUCCESS;
}

INT Kernel::DeAssociateThreadSpace(CmThreadSpace*& space) {
    if (space == nullptr) return CM_NULL_POINTER;
    if (thread_space_.get() != space) return CM_INVALID_ARG_VALUE;
    thread_space_ = nullptr;
    return CM_SUCCESS;
}

INT Kernel::DeAssociateThreadGroupSpace(CmThreadGroupSpace*& space) {
    if (space == nullptr) return CM_NULL_POINTER;
    if (group_space_.get() != space) return CM_INVALID_ARG_VALUE;
    group_space_ = nullptr;
    return CM_SUCCESS;
}

// The bytes of registers that did not fit; nothing spills here.
INT Kernel::QuerySpillSize(unsigned int& bytes) {
    bytes = 0;
    return CM_SUCCESS;
}

INT Kernel::SetStaticBuffer(UINT index, const void* value) {
    if (index >= cm_abi::kStaticBuffers) return CM_INVALID_GLOBAL_BUFFER_INDEX;
    if (value == nullptr) return CM_INVALID_BUFFER_HANDLER;
    const unsigned number = static_cast<SurfaceIndex*>(const_cast<void*>(value))->get_data();
    const std::shared_ptr<Binding> binding = surfaces_.find(number);
    if (binding == nullptr || binding->descriptor()->kind != cm_abi::SurfaceKind::buffer) {
        return CM_INVALID_BUFFER_HANDLER;
    }
    static_buffers_[index] = binding;
    return CM_SUCCESS;
}

INT Kernel::SetSurfaceBTI(SurfaceIndex* surface, UINT index) {
    if (surface == nullptr) return CM_NULL_POINTER;
    if (index < kFirstBindable || index > kLastBindable) return CM_KERNELPAYLOAD_SURFACE_INVALID_BTINDEX;
    return guarded([&] {
        Bound& bound = bound_surfaces_[index];
        if (bound.since_enqueue) return CM_KERNELPAYLOAD_SURFACE_INVALID_BTINDEX;
        const std::shared_ptr<Binding> binding = surfaces_.find(surface->get_data());
        if (binding == nullptr) return CM_NULL_POINTER;
        bound = {binding, true};
        return CM_SUCCESS;
    });
}

INT Kernel::SetSamplerBTI(SamplerIndex* sampler, UINT index) {
    if (sampler == nullptr) return CM_NULL_POINTER;
    if (index >= kMaxSamplersPerKernel) return CM_KERNELPAYLOAD_SAMPLER_INVALID_BTINDEX;
    return guarded([&] {
        const std::shared_ptr<SamplerEntry> found = samplers_.find(sampler->get_data());
        if (found == nullptr) return CM_NULL_POINTER;
        bound_samplers_[index] = found;
        return CM_SUCCESS;
    });
}

bool Kernel::has_thread_arguments() const { return std::ranges::any_of(values_, &Value::per_thread); }

INT Kernel::validate_arguments() const {
    if (values_.empty()) return CM_SUCCESS;
    const auto unset = std::ranges::find_if(values_, [](const Value& value) { return value.threads == 0; });
    if (unset != values_.end()) {
        log().warn("Enqueue: kernel {}: argument {} was never set", code_->name, unset - values_.begin());
        const bool none =
            std::ranges::none_of(values_, [](const Value& value) { return value.threads != 0; });
        return none ? CM_NOT_SET_KERNEL_ARGUMENT : CM_KERNEL_ARG_SETTING_FAILED;
    }
    for (const Value& value : values_) {
        for (const std::shared_ptr<Binding>& surface : value.surfaces) {
            if (surface == nullptr || surfaces_.find(surface->index()->get_data()) == surface) continue;
            log().warn(
                "Enqueue: kernel {}: the surface of argument {} has been destroyed; expected it to be there",
                code_->name, &value - values_.data());
            return CM_KERNEL_ARG_SETTING_FAILED;
        }
    }
    return CM_SUCCESS;
}

}  // namespace genmedia::runtime
