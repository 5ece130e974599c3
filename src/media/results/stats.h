// SPDX-License-Identifier: MIT
// Figures of a whole run: how far things move, how macroblocks are cut, how well they match.
#pragma once

#include "genmedia/motion.h"

#include <array>
#include <cstdint>

namespace genmedia::media {

// Counts; shares and means are derived from them. A vector counts once for each 4x4 block that it moves.
struct Stats {
    int32_t width = 0, height = 0;  // pixels
    double seconds = 0;             // wall time of the run
    int64_t frames = 0, macroblocks = 0;
    int64_t inter_frames = 0, inter_macroblocks = 0;
    int64_t intra_estimated = 0, intra_chosen = 0;  // macroblocks
    std::array<int64_t, 4> major_shapes{};          // macroblocks, by vme::MajorShape
    std::array<int64_t, 4> minor_shapes{};          // quadrants of 8x8 macroblocks, by vme::MinorShape
    std::array<int64_t, 3> directions{};            // quadrants, by vme::Direction
    int64_t vectors = 0, zero_vectors = 0;
    double length_sum = 0, length_max = 0;           // pixels
    double distortion_sum = 0;                       // of best_distortion
    int64_t damaged_frames = 0, missing_frames = 0;  // of the whole input, as far as it was read
    bool interlaced = false;

    void add(const MotionField& field);
    void add(const Stats& later);  // of frames of the same clip; its times and damage do not count

    double frames_per_second() const;
    double mean_length() const;      // pixels
    double mean_distortion() const;  // a macroblock
};

}  // namespace genmedia::media
