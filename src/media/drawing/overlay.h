// SPDX-License-Identifier: MIT
// Draws a motion field over its picture: how well each macroblock matches as a heat map, the partitions, an
// arrow for each vector, and a footer that explains them.
#pragma once

#include "genmedia/motion.h"
#include "media/video/pictures/picture.h"
#include "media/video/pictures/rgb_image.h"

#include <cstdint>
#include <deque>

namespace genmedia::media {

// Where arrows lead: the way that a block's content goes in a frame's time, or to the block's match.
enum class Arrows : uint8_t { motion, match };

struct OverlayOptions {
    Arrows arrows = Arrows::motion;
    bool color = false;               // the picture's own colours instead of dim gray
    const char* heat = "distortion";  // what InterResult::best_distortion holds
};

// Small pictures are enlarged by a whole factor, very large ones reduced; pixels that are not square are
// drawn as wide as they are shown. The sides of the drawing are even and the same for all pictures of one
// size. The heat map's range is the median of what the last frames wanted: a single bad frame does not change
// it.
class Overlay {
public:
    Overlay() = default;
    explicit Overlay(const OverlayOptions& options) : options_(options) {}

    Status draw(const Picture& picture, const MotionField& field, RgbImage& image);

private:
    double heat_limit(const MotionField& field);

    OverlayOptions options_;
    std::deque<double> recent_limits_;  // each frame's best_distortion of the hottest colour
};

}  // namespace genmedia::media
