// SPDX-License-Identifier: MIT
// Memory of surfaces, and the tasks that use it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace genmedia::runtime {

// Counts enqueued tasks that have not ended yet.
class UseCount {
public:
    void add();
    void remove();
    void wait();  // until the count is zero

private:
    std::mutex mutex_;
    std::condition_variable none_;
    uint64_t count_ = 0;
};

class Storage {
public:
    // Own memory, zeroed and page-aligned; null if there is none left.
    static std::shared_ptr<Storage> allocate(uint64_t bytes);
    // The host's memory. The host keeps it until the surface is destroyed, if no owner does.
    static std::shared_ptr<Storage> borrow(void* memory, uint64_t bytes,
                                           std::shared_ptr<const void> owner = nullptr);

    ~Storage();
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    uint8_t* data() const { return data_; }
    uint64_t bytes() const { return bytes_; }
    bool contains(const void* address) const;

    UseCount uses;

private:
    Storage(uint8_t* data, uint64_t bytes) : data_(data), bytes_(bytes) {}

    uint8_t* data_;
    uint64_t bytes_;
    std::shared_ptr<const void> owner_;
    void* mapping_ = nullptr;  // contains data_
    uint64_t mapped_ = 0;      // its bytes; 0: borrowed
};

// Repeats a dword over memory, from its start.
void fill_dwords(uint8_t* data, uint64_t bytes, uint32_t value);

}  // namespace genmedia::runtime
