// SPDX-License-Identifier: MIT
// The thread-local storage of a loaded kernel file: there lie its variables, which belong to a CM thread
// each.
#pragma once

#include <cm/abi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace genmedia::runtime {

class ThreadStorage {
public:
    ThreadStorage() = default;  // of a file without variables
    // Right after loading, on the thread that did it: what is there now each CM thread begins with.
    ThreadStorage(void* library, const cm_abi::Module& module);

    bool empty() const { return initial_.empty(); }
    // A CM thread begins on this thread of the processor.
    void begin() const;
    // What the CM thread that runs here has now; puts it back, where it goes on.
    std::vector<std::uint8_t> save() const;
    void restore(const std::vector<std::uint8_t>& saved) const;

private:
    std::uint8_t* here() const;

    void* (*place_)() = nullptr;
    std::ptrdiff_t place_offset_ = 0;  // of that place in the storage
    std::vector<std::uint8_t> initial_;
};

}  // namespace genmedia::runtime
