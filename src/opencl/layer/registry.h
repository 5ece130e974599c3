// SPDX-License-Identifier: MIT
// What the layer knows of the OpenCL objects that it treats otherwise than PoCL would.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

namespace genmedia::opencl {

// Handles to shared facts. Thread-safe. It counts the application's references itself: PoCL's own count has
// those of running commands too. A handle that is created anew replaces what its predecessor left.
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
                  facts);  // the old facts' destructor may call OpenCL: after the lock
        entries_[handle].references = 1;
    }

    void forget(Handle handle) { take(handle, true); }

    // The functions of OpenCL that change an object's references, and what they mean here.
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
        const std::shared_ptr<Facts> last = take(handle, false);  // before the handle can be another object's
        return call(handle);
    }

private:
    struct Entry {
        std::shared_ptr<Facts> facts;
        unsigned references = 1;
    };

    // One reference less, or all of them; the facts where none is left.
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
