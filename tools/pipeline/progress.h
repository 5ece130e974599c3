// SPDX-License-Identifier: MIT
// How far a long run has come, on one line of a terminal.
#pragma once

#include <chrono>
#include <cstdint>

// Silent when standard error is no terminal.
class Progress {
public:
    explicit Progress(int64_t total);  // frames; 0: unknown
    ~Progress();                       // wipes the line
    void update(int64_t done);
    double seconds() const;  // since construction

private:
    using Clock = std::chrono::steady_clock;

    const Clock::time_point start_ = Clock::now();
    Clock::time_point shown_ = start_;
    const int64_t total_;
    const bool terminal_;
};
