// SPDX-License-Identifier: MIT
// In place of src/walker/asymmetric_fence.h: a store may stay in a store buffer for as long as it takes to
// miss it, which a test of a real processor hardly ever sees. Functions are static, as the library has others
// of these names.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace genmedia {

struct StoreBuffer {
    bool has_heavy_fence = true;
    std::atomic<bool> next_is_late{false};  // the next store comes long after the load that follows it
    std::atomic<bool> late_has_loaded{false};
    std::shared_mutex late;  // held until the store is there
};
inline StoreBuffer store_buffer;

static inline int store_then_load(std::atomic<bool>& flag, const std::atomic<int>& count) {
    if (!store_buffer.next_is_late.exchange(false)) {
        flag.store(true);
        return count.load();
    }
    const std::shared_lock on_its_way(store_buffer.late);
    const int loaded = count.load();
    store_buffer.late_has_loaded = true;
    // Until another thread has parked, and its worker has looked for the store.
    for (int i = 0; i < 10'000 && count.load() == loaded; i++)
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    flag.store(true);
    return loaded;
}

static inline bool heavy_fence() {
    if (store_buffer.has_heavy_fence) const std::unique_lock all_stores_are_there(store_buffer.late);
    return store_buffer.has_heavy_fence;
}

}  // namespace genmedia
