// SPDX-License-Identifier: MIT
// The objects of one kind that a device or a queue has given to the host. The key is the address that the
// host has. It must not be dereferenced: the object there may be gone. Interfaces are first bases.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

namespace genmedia::runtime {

template <class T>
class HostObjects {
public:
    T* add(std::shared_ptr<T> object) {
        T* key = object.get();
        const std::lock_guard lock(mutex_);
        objects_.emplace(key, std::move(object));
        return key;
    }

    // Null if the host never got the object from here, or has destroyed it.
    std::shared_ptr<T> find(const void* key) const {
        const std::lock_guard lock(mutex_);
        const auto found = objects_.find(key);
        return found == objects_.end() ? nullptr : found->second;
    }

    // Removes the host's reference to the object. Null as for find().
    std::shared_ptr<T> take(const void* key) {
        const std::lock_guard lock(mutex_);
        const auto found = objects_.find(key);
        if (found == objects_.end()) return nullptr;
        std::shared_ptr<T> object = std::move(found->second);
        objects_.erase(found);
        return object;
    }

    size_t size() const {
        const std::lock_guard lock(mutex_);
        return objects_.size();
    }

private:
    mutable std::mutex mutex_;
    std::unordered_map<const void*, std::shared_ptr<T>> objects_;
};

}  // namespace genmedia::runtime
