// SPDX-License-Identifier: MIT
// What the layer knows about the OpenCL objects that it treats differently from PoCL.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

namespace genmedia::opencl {

// Maps handles to shared facts. Thread-safe. It counts the application's references itself: PoCL's count
// includes those of running commands. A new object with an old handle replaces the old one's facts.
template <class Handle, class Facts>
class Registry {
public:
    std::shared_ptr<Facts> find(Handle handle) const {
        const std::lock_guard lock(mutex_);
        const auto found = entries_.find(handle);
        return found == entries_.end() ? nullptr : found->second.facts;
    }

    void put(Handle handle, std::shared_ptr<Facts> facts) {
        const std::lock_guard lock(mutex_);
        std::swap(entries_[handle].facts,
                  facts);  // the old facts' destructor may call OpenCL, so it runs after the lock
        entries_[handle].references = 1;
    }

    void forget(Handle handle) { take(handle, true); }

    // OpenCL's functions that change an object's references, with their effect on this registry.
    template <class Retain>
    auto retain(Handle handle, Retain call) {
        const auto error = call(handle);
        const std::lock_guard lock(mutex_);
        if (const auto found = entries_.find(handle); error == 0 && found != entries_.end())
            found->second.references++;
        return error;
    }
    template <class Release>
    auto release(Handle handle, Release call) {
        const std::shared_ptr<Facts> last = take(handle, false);  // before another object can get the handle
        return call(handle);
    }

private:
    struct Entry {
        std::shared_ptr<Facts> facts;
        unsigned references = 1;
    };

    // Removes one reference, or all. Returns the facts if no reference is left.
    std::shared_ptr<Facts> take(Handle handle, bool all) {
        const std::lock_guard lock(mutex_);
        const auto found = entries_.find(handle);
        if (found == entries_.end() || (!all && --found->second.references != 0)) return nullptr;
        std::shared_ptr<Facts> facts = std::move(found->second.facts);
        entries_.erase(found);
        return facts;
    }

    mutable std::mutex mutex_;
    std::unordered_map<Handle, Entry> entries_;
};

}  // namespace genmedia::opencl
