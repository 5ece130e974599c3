// SPDX-License-Identifier: MIT
// A picture and what searches of true motion make of it, each computed once.
#pragma once

#include "motion/true_motion/block_costs.h"
#include "motion/true_motion/padded_picture.h"
#include "motion/true_motion/refinement/float_picture.h"

#include <mutex>
#include <optional>
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
    // Of the blocks of a level, 8 pixels wide, or of the picture's, 4 wide, with a smoothness of 1. Computed
    // when first asked for.
    const BlockCosts& costs(size_t level) const { return costs_of(coarse_costs_[level], levels_[level], 8); }
    const BlockCosts& fine_costs() const { return costs_of(fine_costs_, levels_[0], 4); }
    // The picture and smaller ones, a little smoother, as refine_flow() wants them. Computed when first asked
    // for.
    const std::vector<FloatPicture>& smooth_levels() const;

private:
    struct Costs {
        std::once_flag once;
        std::optional<BlockCosts> costs;
    };
    static const BlockCosts& costs_of(Costs& costs, const PaddedPicture& level, int side);

    PaddedPicture picture_;
    std::vector<PaddedPicture> levels_;
    mutable std::vector<Costs> coarse_costs_;
    mutable Costs fine_costs_;
    mutable std::once_flag smooth_once_;
    mutable std::vector<FloatPicture> smooth_levels_;
};

}  // namespace genmedia::motion
