// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace genmedia::gfx {

// Memory with a page behind it that nobody can read or write: who does ends the program, with a message that
// says whose memory it was.
class GuardedMemory {
public:
    GuardedMemory(size_t bytes, const std::string& name);
    ~GuardedMemory();
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    void* data() const { return data_; }  // nullptr: there is no memory

private:
    void* mapping_ = nullptr;
    void* data_ = nullptr;
    size_t mapped_ = 0;
    int slot_ = -1;
};

}  // namespace genmedia::gfx
