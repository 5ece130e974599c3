// SPDX-License-Identifier: MIT
// What a SurfaceIndex refers to, and the device's table of them.
#pragma once

#include <cm/abi.h>

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "cm/runtime/cm_api.h"
#include "cm/runtime/surfaces/storage.h"

namespace genmedia::runtime {

class Binding;

// The surfaces of a VME surface's view.
struct VmeBindings {
    std::shared_ptr<Binding> source;
    std::vector<std::shared_ptr<Binding>> forward, backward;  // at most cm_abi::kVmeReferences each
    uint32_t width = 0, height = 0;                           // as cm_abi::VmePictures
};

// A view of memory as kernels see it. It belongs to a surface, an alias, a sampler or a VME surface.
class Binding {
public:
    Binding(std::shared_ptr<Storage> memory, const cm_abi::Surface& as)
        : storage(std::move(memory)), descriptor_(std::make_shared<cm_abi::Surface>(as)) {}

    const std::shared_ptr<Storage> storage;

    // A descriptor that was taken never changes: tasks in flight keep what they were enqueued with.
    std::shared_ptr<const cm_abi::Surface> descriptor() const;
    void set_descriptor(const cm_abi::Surface& as);

    // Null except for VME surfaces. A result that was taken never changes either.
    std::shared_ptr<const VmeBindings> vme() const;
    void set_vme(VmeBindings bindings);

    // Not null once the table has given it a number.
    SurfaceIndex* index() const { return index_.get(); }

private:
    friend class SurfaceTable;
    mutable std::mutex mutex_;
    std::shared_ptr<const cm_abi::Surface> descriptor_;
    std::shared_ptr<const VmeBindings> vme_;
    std::unique_ptr<SurfaceIndex> index_;
};

class SurfaceTable {
public:
    void add(const std::shared_ptr<Binding>& binding);
    std::shared_ptr<Binding> find(unsigned index) const;  // null if there is none
    void remove(const Binding& binding);
    // The memory around an address that kernels may have been given. Null if it is not ours.
    std::shared_ptr<Storage> around(const void* address) const;

private:
    mutable std::mutex mutex_;
    std::map<unsigned, std::shared_ptr<Binding>> bindings_;
    unsigned next_ = 1;  // reused only after 65534 others; 0 and CM_NULL_SURFACE mean none
};

// What all surfaces of the interface have: a view of their own, aliases, and a place in the table.
class SurfaceCore {
public:
    SurfaceCore(SurfaceTable& table, std::shared_ptr<Storage> memory, const cm_abi::Surface& as);
    ~SurfaceCore();
    SurfaceCore(const SurfaceCore&) = delete;
    SurfaceCore& operator=(const SurfaceCore&) = delete;

    Binding& binding() const { return *binding_; }
    const std::shared_ptr<Binding>& shared_binding() const { return binding_; }
    Storage& storage() const { return *binding_->storage; }
    const std::shared_ptr<Storage>& shared_storage() const { return binding_->storage; }
    SurfaceIndex* index() const { return binding_->index(); }
    uint8_t* data() const { return storage().data(); }

    // Null if there are kMaxAliases already.
    SurfaceIndex* add_alias();
    // The view with that index. For null, the surface's own view. Null if the index is not this surface's.
    Binding* view(const SurfaceIndex* index) const;

private:
    SurfaceTable& table_;
    std::shared_ptr<Binding> binding_;
    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<Binding>> aliases_;
};

// Waits for the event, if there is one.
void wait_for(CmEvent* event);

// CM_SUCCESS, or CM_FAILURE for a value that is no memory control. It has no effect here.
INT validate_memory_control(MEMORY_OBJECT_CONTROL option);

}  // namespace genmedia::runtime
