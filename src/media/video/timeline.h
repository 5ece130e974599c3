// SPDX-License-Identifier: MIT
// Which pictures of a video are missing, as far as its time stamps tell.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>

namespace genmedia::media {

// Ticks of a frame if the rate is constant, else 0. It is constant if the average rate is that of the finest
// steps, or half of it, as in interlaced video. Rates are frames a second; 0: not known.
double constant_frame_ticks(double average_rate, double finest_rate, double tick_seconds);

// A gap is a step of at least one and a half frame times, or one that does not go on. Only a constant frame
// rate has gaps: with a variable one a long step is nothing unusual.
class Timeline {
public:
    Timeline() = default;
    // Ticks of the time stamps from one picture to the next; 0: the rate is not constant.
    explicit Timeline(double frame_ticks) : frame_ticks_(frame_ticks) {}

    bool knows_gaps() const { return frame_ticks_ > 0; }

    // Of packets before the first picture, the times tell where the video begins.
    void add_packet(int64_t pts);
    // Nothing is missing before the next picture, which is at that time: the one before is shown until then.
    void allow_gap(int64_t pts);
    // Pictures missing before this one; -1: its time is not after that of the last one. `is_whole` is asked
    // at a gap: of a file in which nothing is lost, no more is missing than packets had.
    int64_t add_picture(int64_t pts, const std::function<bool()>& is_whole = {});
    // Pictures missing after the last one, if the video should have ended at `end`.
    int64_t missing_before_end(int64_t end) const;

private:
    int64_t missing_until(int64_t pts) const;
    int64_t packets_until(int64_t pts);

    double frame_ticks_ = 0;
    bool has_picture_ = false;
    int64_t last_ = 0;             // when the last picture was
    std::optional<int64_t> next_;  // when the next picture is due
    std::set<int64_t> packets_;    // whose pictures are still to come
};

}  // namespace genmedia::media
