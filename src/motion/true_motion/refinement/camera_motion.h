// SPDX-License-Identifier: MIT
// How the camera moves what most of a picture shows: one affine motion, found in a field that may be wrong in
// most places.
#pragma once

#include "genmedia/motion.h"
#include "motion/true_motion/refinement/variational_level.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace genmedia::motion {

// u = x[0] + x[1] * column + x[2] * row, and v of y likewise: pixels.
struct AffineMotion {
    std::array<double, 3> x{}, y{};

    // Of a picture whose sides are halved `level` times.
    PixelField field(size_t level, int width, int height) const;
};

// That of `flow`, vectors of a picture's pixels in raster order, if a fifth of them agree with one.
std::optional<AffineMotion> camera_motion(const std::vector<FlowVector>& flow, int width, int height);

}  // namespace genmedia::motion
