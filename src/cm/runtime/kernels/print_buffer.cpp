// SPDX-License-Identifier: MIT
#include "cm/runtime/kernels/print_buffer.h"

#include <algorithm>

namespace genmedia::runtime {

void PrintBuffer::init(size_t bytes) {
    const std::lock_guard lock(mutex_);
    text_.clear();
    limit_ = bytes;
    enabled_ = true;
}

bool PrintBuffer::enabled() const {
    const std::lock_guard lock(mutex_);
    return enabled_;
}

void PrintBuffer::add(const char* text, size_t bytes) {
    const std::lock_guard lock(mutex_);
    text_.append(text, std::min(bytes, limit_ - text_.size()));
}

bool PrintBuffer::flush(std::FILE* to) {
    std::string text;
    {
        const std::lock_guard lock(mutex_);
        text.swap(text_);
    }
    const bool written = std::fwrite(text.data(), 1, text.size(), to) == text.size();
    return std::fflush(to) == 0 && written;
}

}  // namespace genmedia::runtime
