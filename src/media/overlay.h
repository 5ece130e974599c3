// Draws a motion field over its picture: how well each macroblock matches as a heat map, the partitions, an
// arrow for each vector, and a footer that explains them.
#pragma once

#include "genmedia/motion.h"
#include "media/picture.h"
#include "media/rgb_image.h"

namespace genmedia::media {

// Small pictures are enlarged by a whole factor. The sides of the drawing are even and the same for all
// pictures of one size. The heat map's range grows with what it has seen, so that a video keeps its colours.
class Overlay {
public:
    Status draw(const Picture& picture, const MotionField& field, RgbImage& image);

private:
    double heat_limit_ = 0;  // the best_distortion of the hottest colour
};

}  // namespace genmedia::media
