// SPDX-License-Identifier: MIT
#include "cm/runtime/surfaces/surfaces.h"

#include <algorithm>

namespace genmedia::runtime {

std::shared_ptr<const cm_abi::Surface> Binding::descriptor() const {
    const std::lock_guard lock(mutex_);
    return descriptor_;
}

void Binding::set_descriptor(const cm_abi::Surface& as) {
    auto next = std::make_shared<const cm_abi::Surface>(as);
    const std::lock_guard lock(mutex_);
    descriptor_ = std::move(next);
}

std::shared_ptr<const VmeBindings> Binding::vme() const {
    const std::lock_guard lock(mutex_);
    return vme_;
}

void Binding::set_vme(VmeBindings bindings) {
    auto next = std::make_shared<const VmeBindings>(std::move(bindings));
    const std::lock_guard lock(mutex_);
    vme_ = std::move(next);
}

void SurfaceTable::add(const std::shared_ptr<Binding>& binding) {
    const std::lock_guard lock(mutex_);
    while (bindings_.contains(next_)) next_ = next_ % (CM_NULL_SURFACE - 1) + 1;
    bindings_.emplace(next_, binding);
    binding->index_ = std::make_unique<SurfaceIndex>(next_);
    next_ = next_ % (CM_NULL_SURFACE - 1) + 1;
}

std::shared_ptr<Binding> SurfaceTable::find(unsigned index) const {
    const std::lock_guard lock(mutex_);
    const auto found = bindings_.find(index);
    return found == bindings_.end() ? nullptr : found->second;
}

void SurfaceTable::remove(const Binding& binding) {
    const std::lock_guard lock(mutex_);
    bindings_.erase(binding.index_->get_data());
}

std::shared_ptr<Storage> SurfaceTable::around(const void* address) const {
    const std::lock_guard lock(mutex_);
    for (const auto& [index, binding] : bindings_) {
        if (binding->storage->contains(address)) return binding->storage;
    }
    return nullptr;
}

SurfaceCore::SurfaceCore(SurfaceTable& table, std::shared_ptr<Storage> memory, const cm_abi::Surface& as)
    : table_(table), binding_(std::make_shared<Binding>(std::move(memory), as)) {
    table_.add(binding_);
}

SurfaceCore::~SurfaceCore() {
    for (const auto& alias : aliases_) table_.remove(*alias);
    table_.remove(*binding_);
}

SurfaceIndex* SurfaceCore::add_alias() {
    const std::lock_guard lock(mutex_);
    if (aliases_.size() == kMaxAliases) return nullptr;
    aliases_.push_back(std::make_shared<Binding>(binding_->storage, *binding_->descriptor()));
    table_.add(aliases_.back());
    return aliases_.back()->index();
}

Binding* SurfaceCore::view(const SurfaceIndex* index) const {
    if (index == nullptr) return binding_.get();
    // get_data() is not const in the header.
    const unsigned number = const_cast<SurfaceIndex*>(index)->get_data();
    if (number == binding_->index()->get_data()) return binding_.get();
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(
        aliases_, [&](const auto& alias) { return alias->index()->get_data() == number; });
    return found == aliases_.end() ? nullptr : found->get();
}

void wait_for(CmEvent* event) {
    if (event != nullptr && event != CM_NO_EVENT) event->WaitForTaskFinished(static_cast<DWORD>(-1));
}

INT validate_memory_control(MEMORY_OBJECT_CONTROL option) {
    return option >= MEMORY_OBJECT_CONTROL_DEFAULT && option <= MEMORY_OBJECT_CONTROL_L1_ENABLED ? CM_SUCCESS
                                                                                                 : CM_FAILURE;
}

}  // namespace genmedia::runtime
