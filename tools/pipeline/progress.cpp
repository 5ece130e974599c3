// SPDX-License-Identifier: MIT
#include "tools/pipeline/progress.h"

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <utility>

Progress::Progress(int64_t total, std::string place)
    : place_(std::move(place)), total_(total), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (terminal_) std::fputs("\r\x1b[K", stderr);
}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void Progress::update(int64_t done) {
    const auto now = Clock::now();
    if (!terminal_ || now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
    const double rate = static_cast<double>(done) / std::max(1e-9, seconds());
    std::fprintf(stderr, "\r\x1b[K%sframe %lld", place_.c_str(), static_cast<long long>(done));
    if (total_ > 0) std::fprintf(stderr, " of %lld", static_cast<long long>(total_));
    std::fprintf(stderr, ", %.1f frames/s", rate);
    if (total_ > done && rate > 0) {
        const auto left = static_cast<long long>(static_cast<double>(total_ - done) / rate + 0.5);
        std::fprintf(stderr, ", %lld:%02lld left", left / 60, left % 60);
    }
    std::fflush(stderr);
}
