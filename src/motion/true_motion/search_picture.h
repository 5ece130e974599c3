// SPDX-License-Identifier: MIT
// A picture and what searches of true motion make of it, each computed once.
#pragma once

#include "motion/true_motion/padded_picture.h"
#include "motion/true_motion/refinement/float_picture.h"

#include <mutex>
#include <vector>

namespace genmedia::motion {

// How many levels a picture has.
int search_level_count(int width, int height);

class SearchPicture {
public:
    SearchPicture(const FieldFunctions& functions, PaddedPicture picture);

    const PaddedPicture& picture() const { return picture_; }
    // The picture and smaller ones, each half the one before, without their local means.
    const std::vector<PaddedPicture>& levels() const { return levels_; }
    // The picture and smaller ones, a little smoother, as refine_flow() wants them. Computed when first asked
    // for.
    const std::vector<FloatPicture>& smooth_levels() const;

private:
    PaddedPicture picture_;
    std::vector<PaddedPicture> levels_;
    mutable std::once_flag smooth_once_;
    mutable std::vector<FloatPicture> smooth_levels_;
};

}  // namespace genmedia::motion
