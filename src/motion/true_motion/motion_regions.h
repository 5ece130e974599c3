// SPDX-License-Identifier: MIT
// Regions of a field: blocks beside or above each other whose motion is nearly the same.
#pragma once

#include "motion/field_rules/real_vector.h"
#include "motion/work_memory.h"

#include <cstddef>
#include <span>

namespace genmedia::motion {

inline constexpr float kSameMotion = 1;  // pixels, across and down together, between neighbours of one region

// Blocks are numbered in raster order.
class MotionRegions {
public:
    // Those of at most `most` blocks.
    MotionRegions(std::span<const RealVector> vectors, int columns, int rows, size_t most);

    // Regions in the order of their first blocks.
    size_t count() const { return ends_.size(); }
    // A region's blocks: its first, then those beside the ones before.
    std::span<const int> blocks(size_t region) const {
        const size_t first = region == 0 ? 0 : ends_[region - 1];
        return std::span(blocks_).subspan(first, ends_[region] - first);
    }

private:
    WorkVector<int> blocks_;  // region by region
    WorkVector<size_t> ends_;
};

}  // namespace genmedia::motion
