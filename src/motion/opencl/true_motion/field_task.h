// SPDX-License-Identifier: MIT
// What is asked of true motion on a device.
#pragma once

#include "motion/true_motion/true_motion.h"

#include <array>
#include <span>

namespace genmedia::motion {

// Two pictures of 8 bits and one size, searched in each other: that of `source` in `reference`, and the other
// way round where what is asked for needs it. `options` are MotionOptions::smoothness, per_pixel and
// confidence; `start` is as MotionRequest has it.
struct FieldTask {
    PlaneView source, reference;
    const MotionOptions& options;
    std::span<const FlowVector> start{};
    // Of the first direction, and of the other; null: not asked for. Fields have room for all macroblocks.
    std::array<MotionField*, 2> fields{};
    std::array<TrueMotion*, 2> motions{};

    bool has_back() const { return options.confidence || fields[1] || motions[1]; }
};

}  // namespace genmedia::motion
