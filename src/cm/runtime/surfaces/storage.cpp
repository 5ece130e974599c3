// SPDX-License-Identifier: MIT
#include "cm/runtime/surfaces/storage.h"

#include <sys/mman.h>

#include <cstring>
#include <utility>

namespace genmedia::runtime {

void UseCount::add() {
    const std::lock_guard lock(mutex_);
    count_++;
}

void UseCount::remove() {
    const std::lock_guard lock(mutex_);
    if (--count_ == 0) none_.notify_all();
}

void UseCount::wait() {
    std::unique_lock lock(mutex_);
    none_.wait(lock, [this] { return count_ == 0; });
}

std::shared_ptr<Storage> Storage::allocate(uint64_t bytes) {
    // Mapped rather than allocated, so that huge surfaces cost only the pages that are used. There is one
    // page more than asked for: vector loads may touch bytes after the last pixel.
    constexpr uint64_t page = 4096, huge_page = 1 << 21;
    const uint64_t wanted = (bytes + page - 1) / page * page + page;
    // A block of a picture is in as many pages as it has rows. Processors cannot remember so many small
    // pages, so use large ones.
    const uint64_t mapped = bytes < huge_page ? wanted : wanted + huge_page;
    void* memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    auto* data = static_cast<uint8_t*>(memory);
    if (mapped != wanted) {
        data += (huge_page - reinterpret_cast<uintptr_t>(data) % huge_page) % huge_page;
        static_cast<void>(madvise(data, wanted, MADV_HUGEPAGE));  // without it slower, but as correct
    }
    std::shared_ptr<Storage> storage(new Storage(data, bytes));
    storage->mapping_ = memory;
    storage->mapped_ = mapped;
    return storage;
}

std::shared_ptr<Storage> Storage::borrow(void* memory, uint64_t bytes, std::shared_ptr<const void> owner) {
    std::shared_ptr<Storage> storage(new Storage(static_cast<uint8_t*>(memory), bytes));
    storage->owner_ = std::move(owner);
    return storage;
}

Storage::~Storage() {
    if (mapped_ != 0) munmap(mapping_, mapped_);
}

bool Storage::contains(const void* address) const {
    const auto* byte = static_cast<const uint8_t*>(address);
    return byte >= data_ && byte < data_ + bytes_;
}

void fill_dwords(uint8_t* data, uint64_t bytes, uint32_t value) {
    uint64_t at = 0;
    for (; at + sizeof(value) <= bytes; at += sizeof(value)) std::memcpy(data + at, &value, sizeof(value));
    std::memcpy(data + at, &value, bytes - at);
}

}  // namespace genmedia::runtime
