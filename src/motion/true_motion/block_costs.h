// SPDX-License-Identifier: MIT
// The cost of a block that moves unlike the blocks around it in its grid. It is weighed against the block's
// match, a mean absolute difference.
#pragma once

#include "motion/field_rules/vector_choice.h"
#include "motion/true_motion/padded_picture.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace genmedia::motion {

// What is compared of a block: the block and kMargin pixels around it; kComparedWidth columns.
inline constexpr int kMargin = 4;
constexpr int compared_height(int side) { return side + 2 * kMargin; }
constexpr int compared_left(int side, int bx) { return bx * side - (kComparedWidth - side) / 2; }
constexpr int compared_top(int side, int by) { return by * side - kMargin; }

inline constexpr float kShareEdge = 10;  // gray levels: a neighbour that differs by this much counts half
// A block's weight is kBaseShare plus kTextureShare times its texture in gray levels.
inline constexpr float kTextureShare = 0.3F, kBaseShare = 0.3F;

class BlockCosts {
public:
    // `side` is 8 or 4. `smoothness`: what weights are multiplied by.
    BlockCosts(const PaddedPicture& source, int side, float smoothness = 1);
    // The same with another smoothness; they share what they know of the picture.
    BlockCosts with(float smoothness) const;

    int columns() const { return columns_; }
    int rows() const { return rows_; }

    // Blocks are numbered in raster order.
    size_t index(int bx, int by) const {
        return static_cast<size_t>(by) * static_cast<size_t>(columns_) + static_cast<size_t>(bx);
    }

    // How much neighbours, beside or above each other, count for each other. From above 0 to 1: more, the
    // nearer their brightness.
    float share(size_t i, size_t neighbor) const {
        const auto columns = static_cast<size_t>(columns_);
        if (neighbor == i + columns || i == neighbor + columns) return share_below(std::min(i, neighbor));
        return share_right(std::min(i, neighbor));
    }
    // A block and the next to the right, or below.
    float share_right(size_t i) const { return shares_right_[i]; }
    float share_below(size_t i) const { return shares_below_[i]; }

    // Gray levels for each pixel of distance to the vector of a neighbour that counts 1. Small in a flat
    // block: a wrong vector changes its match only little.
    float weight(size_t i) const { return smoothness_ * weights_[i]; }
    // That of a block of such a texture.
    float weight_of(float texture) const { return smoothness_ * (kBaseShare + kTextureShare * texture); }

private:
    // Of the picture's blocks. Shares are not set where there is no next block.
    struct Values {
        explicit Values(size_t count) : weights(count), shares_right(count), shares_below(count) {}
        RawWorkVector<float> weights, shares_right, shares_below;  // with the next block
    };

    void find_means(const PaddedPicture& source, int side, int by, RawWorkVector<float>& means) const;
    // Of the rows from `first` to before `end`.
    void find_weights(const PaddedPicture& source, int side, int first, int end, float* weights) const;

    int columns_, rows_;
    float smoothness_;
    std::shared_ptr<const Values> values_;
    const float *weights_ = nullptr, *shares_right_ = nullptr, *shares_below_ = nullptr;
};

}  // namespace genmedia::motion
