// SPDX-License-Identifier: MIT
// What kernels print, until the host asks for it.
#pragma once

#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>

namespace genmedia::runtime {

class PrintBuffer {
public:
    // Empties the buffer. Text beyond `bytes` is lost. Before the first call no text is kept.
    void init(size_t bytes);
    bool enabled() const;
    // Adds text in one piece, or as much of it as fits.
    void add(const char* text, size_t bytes);
    // False if writing failed.
    bool flush(std::FILE* to);

private:
    mutable std::mutex mutex_;
    std::string text_;
    size_t limit_ = 0;
    bool enabled_ = false;
};

}  // namespace genmedia::runtime
