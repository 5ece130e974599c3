// SPDX-License-Identifier: MIT
// When the pictures of a video at a constant rate are shown, and between which pictures of another they lie.
#pragma once

#include "media/frame_facts.h"

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

// The pictures at `rate`; the first one is the input's first.
class OutputTimes {
public:
    OutputTimes(const genmedia::media::FrameRate& rate, const genmedia::media::TimeBase& input)
        : rate_(rate), input_(input) {}

    // How many of them are before `ticks` of the input after its first picture.
    int64_t count_before(int64_t ticks) const;
    // The place of picture `number` between one picture of the input (0) and the next (1), at ticks after the
    // first. If no eye can see its distance from one of them, it is that one.
    double place(int64_t number, int64_t from, int64_t to) const;

private:
    genmedia::media::FrameRate rate_;
    genmedia::media::TimeBase input_;
};
