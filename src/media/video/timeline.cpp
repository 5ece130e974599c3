// SPDX-License-Identifier: MIT
#include "media/video/timeline.h"

#include "media/video/ticks.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace genmedia::media {

double constant_frame_ticks(double average_rate, double finest_rate, double tick_seconds) {
    if (!(average_rate > 0) || !(finest_rate > 0)) return 0;
    const double ratio = finest_rate / average_rate;
    if (std::abs(ratio - 1) > 0.01 && std::abs(ratio - 2) > 0.02) return 0;
    const double ticks = 1 / (average_rate * tick_seconds);
    return std::isfinite(ticks) ? std::min(ticks, static_cast<double>(kMostTicks)) : 0;
}

void Timeline::add_packet(int64_t its_pts) {
    const int64_t pts = bounded_ticks(its_pts);
    if (!has_picture_) next_ = std::min(next_.value_or(pts), pts);
    packets_.insert(pts);
}

void Timeline::allow_gap(int64_t pts) {
    if (has_picture_) next_ = std::max(*next_, bounded_ticks(pts));
}

// Those after the last picture whose pictures did not come.
int64_t Timeline::packets_until(int64_t pts) {
    const auto first = has_picture_ ? packets_.upper_bound(last_) : packets_.begin();
    const bool back = has_picture_ && pts <= last_;  // after which `first` may stand behind the end
    const int64_t count = back ? 0 : std::distance(first, packets_.lower_bound(pts));
    packets_.erase(packets_.begin(), packets_.upper_bound(pts));
    return count;
}

int64_t Timeline::missing_until(int64_t pts) const {
    if (!knows_gaps() || !next_) return 0;
    const double late = static_cast<double>(pts) - static_cast<double>(*next_);
    return late < frame_ticks_ / 2 ? 0 : whole_ticks(late / frame_ticks_);
}

int64_t Timeline::add_picture(int64_t its_pts, const std::function<bool()>& is_whole) {
    const int64_t pts = bounded_ticks(its_pts);
    const bool back = has_picture_ && knows_gaps() && pts <= last_;
    int64_t missing = back ? -1 : missing_until(pts);
    const int64_t lost = packets_until(pts);
    if (has_picture_ && missing > lost && is_whole && is_whole()) missing = lost;
    has_picture_ = true;
    last_ = pts;
    next_ = pts + whole_ticks(frame_ticks_);
    return missing;
}

int64_t Timeline::missing_before_end(int64_t end) const {
    return has_picture_ ? missing_until(bounded_ticks(end)) : 0;
}

}  // namespace genmedia::media
