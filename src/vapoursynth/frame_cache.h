// SPDX-License-Identifier: MIT
// What is made of frames and used several times: the last few, each made once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

namespace genmedia::vapoursynth {

// Threads may share one.
template <class Value>
class FrameCache {
public:
    explicit FrameCache(size_t most) : most_(most) {}

    // What belongs to frame n, filled by make(value) unless that is done. Threads that want the same one wait
    // for the first of them; what make() throws is thrown, and the next one tries again.
    template <class Make>
    std::shared_ptr<const Value> get(int n, const Make& make) {
        const std::shared_ptr<Entry> entry = find(n);
        const std::lock_guard lock(entry->mutex);
        if (!entry->is_made) {
            make(entry->value);
            entry->is_made = true;
        }
        return {entry, &entry->value};
    }

    // What belongs to frame n if it is made; null where it is not, or where another thread is at it.
    std::shared_ptr<const Value> made(int n) {
        std::shared_ptr<Entry> entry;
        {
            const std::lock_guard lock(mutex_);
            const auto found = std::find_if(entries_.begin(), entries_.end(),
                                            [&](const auto& one) { return one->frame == n; });
            if (found == entries_.end()) return nullptr;
            entry = *found;
        }
        const std::unique_lock lock(entry->mutex, std::try_to_lock);
        if (!lock || !entry->is_made) return nullptr;
        return {entry, &entry->value};
    }

private:
    struct Entry {
        explicit Entry(int n) : frame(n) {}
        const int frame;
        std::mutex mutex;
        bool is_made = false;
        Value value;
    };

    // The entry, which is the newest now. The oldest one goes; who uses it keeps it.
    std::shared_ptr<Entry> find(int n) {
        const std::lock_guard lock(mutex_);
        const auto found = std::find_if(entries_.begin(), entries_.end(),
                                        [&](const auto& entry) { return entry->frame == n; });
        if (found != entries_.end())
            entries_.splice(entries_.begin(), entries_, found);
        else
            entries_.push_front(std::make_shared<Entry>(n));
        if (entries_.size() > most_) entries_.pop_back();
        return entries_.front();
    }

    const size_t most_;
    std::mutex mutex_;
    std::list<std::shared_ptr<Entry>> entries_;
};

}  // namespace genmedia::vapoursynth
