// SPDX-License-Identifier: MIT
// How far a long run has come, on one line of a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

// Silent when standard error is no terminal.
class Progress {
public:
    // Frames; 0: unknown. `place` stands before them.
    explicit Progress(int64_t total, std::string place = {});
    ~Progress();  // wipes the line
    void update(int64_t done);
    double seconds() const;  // since construction

private:
    using Clock = std::chrono::steady_clock;

    const Clock::time_point start_ = Clock::now();
    Clock::time_point shown_ = start_;
    const std::string place_;
    const int64_t total_;
    const bool terminal_;
};
