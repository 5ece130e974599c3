// What the layer knows of the OpenCL objects that it treats otherwise than PoCL would.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

namespace genmedia::opencl {

// Handles to shared facts. Thread-safe. A handle that is created anew replaces what its predecessor left.
template <typename Handle, typename Facts>
class Registry {
public:
    std::shared_ptr<Facts> find(Handle handle) const {
        const std::lock_guard lock(mutex_);
        const auto found = facts_.find(handle);
        return found == facts_.end() ? nullptr : found->second;
    }

    std::shared_ptr<Facts> put(Handle handle, std::shared_ptr<Facts> facts) {
        const std::lock_guard lock(mutex_);
        return facts_[handle] = std::move(facts);
    }

    void forget(Handle handle) {
        std::shared_ptr<Facts> last;  // its destructor may call OpenCL: not under the lock
        const std::lock_guard lock(mutex_);
        if (const auto found = facts_.find(handle); found != facts_.end()) {
            last = std::move(found->second);
            facts_.erase(found);
        }
    }

    // Releases a reference by `release`, and forgets the handle where that was the last one.
    template <typename Count, typename Release>
    auto release(Handle handle, Count count, Release release) {
        const std::shared_ptr<Facts> kept = find(handle);
        if (!kept) return release(handle);
        const std::lock_guard lock(releasing_);
        const bool last = count(handle) == 1;
        const auto error = release(handle);
        if (last && error == 0) forget(handle);
        return error;
    }

private:
    mutable std::mutex mutex_;
    std::recursive_mutex releasing_;
    std::unordered_map<Handle, std::shared_ptr<Facts>> facts_;
};

}  // namespace genmedia::opencl
