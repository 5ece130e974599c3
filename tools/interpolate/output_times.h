// SPDX-License-Identifier: MIT
// When the pictures of a video at a constant rate are shown, and between which pictures of another they lie.
#pragma once

#include "media/video/pictures/frame_facts.h"

#include <cstdint>
#include <optional>
#include <string_view>

// As --rate has it: "x2" (times the input's), "60", "59.94" or "60000/1001".
struct RateRequest {
    bool times_input = false;
    int32_t numerator = 0, denominator = 1;  // both above 0

    // Empty where `text` is none.
    static std::optional<RateRequest> parse(std::string_view text);
    // The rate in numbers that a video's header can hold; empty if there are none.
    std::optional<genmedia::media::FrameRate> of(const genmedia::media::FrameRate& input) const;
};

// Times of the input in ticks that hold both its time base and its finest rate. Matroska rounds times to
// milliseconds; here they are where the rate has them, so that a clip is the same in every container.
class InputTimes {
public:
    InputTimes(const genmedia::media::TimeBase& base, const genmedia::media::FrameRate& rate);

    // `ticks` of the input after its first picture.
    int64_t of(int64_t ticks) const;
    double a_second() const { return static_cast<double>(base_.denominator) * rate_.numerator; }

private:
    genmedia::media::TimeBase base_;
    genmedia::media::FrameRate rate_{1, 1};
};

// The pictures at `rate`; the first one is the input's first.
class OutputTimes {
public:
    OutputTimes(const genmedia::media::FrameRate& rate, double ticks_a_second)
        : rate_(rate), a_second_(static_cast<int64_t>(ticks_a_second)) {}

    // How many of them are before `ticks` of the input after its first picture.
    int64_t count_before(int64_t ticks) const;
    // The place of picture `number` between one picture of the input (0) and the next (1), at ticks after the
    // first. If no eye can see its distance from one of them, it is that one.
    double place(int64_t number, int64_t from, int64_t to) const;

private:
    genmedia::media::FrameRate rate_;
    int64_t a_second_;
};
