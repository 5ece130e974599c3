// SPDX-License-Identifier: MIT
// Where matches are expected, as MotionRequest::start says it: on all levels the unit searches there, too.
#pragma once

#include "genmedia/motion.h"
#include "motion/true_motion/block_motion.h"

#include <span>
#include <vector>

namespace genmedia::motion {

class StartVectors {
public:
    StartVectors() = default;  // none
    // A vector for each macroblock of a picture of this size, or none at all.
    StartVectors(std::span<const FlowVector> vectors, int width, int height);

    bool empty() const { return vectors_.empty(); }
    // Of the reference in the source: what leads to a macroblock leads back from there.
    StartVectors reversed() const;
    // Of the blocks of a picture that is 2^level times smaller.
    WorkVector<RealVector> of_level(size_t level, const BlockMotion& blocks) const;

private:
    int columns_ = 0, rows_ = 0;
    std::vector<FlowVector> vectors_;
};

}  // namespace genmedia::motion
