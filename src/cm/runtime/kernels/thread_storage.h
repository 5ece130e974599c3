// SPDX-License-Identifier: MIT
// The thread-local storage of a loaded kernel file. It holds the file's variables. Each CM thread has its own
// copy.
#pragma once

#include <cm/abi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace genmedia::runtime {

class ThreadStorage {
public:
    ThreadStorage() = default;  // of a file without variables
    // Call right after loading, on the thread that loaded. Each CM thread starts with the present values.
    ThreadStorage(void* library, const cm_abi::Module& module);

    bool empty() const { return initial_.empty(); }
    // Call when a CM thread begins on this thread of the processor.
    void begin() const;
    // The present values of the CM thread that runs here; restore() sets them when that thread continues.
    std::vector<uint8_t> save() const;
    void restore(const std::vector<uint8_t>& saved) const;

private:
    uint8_t* here() const;

    void* (*place_)() = nullptr;
    std::ptrdiff_t place_offset_ = 0;  // offset of that place in the storage
    std::vector<uint8_t> initial_;
};

}  // namespace genmedia::runtime
