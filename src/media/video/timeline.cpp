// SPDX-License-Identifier: MIT
#include "media/video/timeline.h"

#include <algorithm>
#include <cmath>

namespace genmedia::media {

double constant_frame_ticks(double average_rate, double finest_rate, double tick_seconds) {
    if (!(average_rate > 0) || !(finest_rate > 0)) return 0;
    const double ratio = finest_rate / average_rate;
    if (std::abs(ratio - 1) > 0.01 && std::abs(ratio - 2) > 0.02) return 0;
    return 1 / (average_rate * tick_seconds);
}

void Timeline::add_packet(int64_t pts) {
    if (!has_picture_) next_ = std::min(next_.value_or(pts), pts);
}

int64_t Timeline::missing_until(int64_t pts) const {
    if (!knows_gaps() || !next_) return 0;
    const double late = static_cast<double>(pts) - static_cast<double>(*next_);
    return late < frame_ticks_ / 2 ? 0 : std::llround(late / frame_ticks_);
}

int64_t Timeline::add_picture(int64_t pts) {
    const bool back = has_picture_ && knows_gaps() &&
                      static_cast<double>(pts) < static_cast<double>(*next_) - 0.75 * frame_ticks_;
    const int64_t missing = back ? -1 : missing_until(pts);
    has_picture_ = true;
    next_ = pts + std::llround(frame_ticks_);
    return missing;
}

int64_t Timeline::missing_before_end(int64_t end) const { return has_picture_ ? missing_until(end) : 0; }

}  // namespace genmedia::media
