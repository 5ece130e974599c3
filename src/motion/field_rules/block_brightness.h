// SPDX-License-Identifier: MIT
// The mean brightness of a 4x4 block beside that of its match.
#pragma once

#include "motion/field_rules/whole_vector.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace genmedia::motion {

// Pixels of a block of the finished field.
inline constexpr int kFineSide = 4;

// Gray levels that count of a difference of 4x4 blocks' means.
inline constexpr float kMostBrightness = 16;

class BlockBrightness {
public:
    BlockBrightness() = default;
    // `sum`: of the block's pixels. `match`: what is where the block is, in the other picture.
    BlockBrightness(int sum, const uint8_t* match, ptrdiff_t stride)
        : match_(match), stride_(stride), sum_(sum) {}

    // Gray levels by which the means of the block and of its match differ, up to kMostBrightness.
    float difference(WholeVector v) const {
        constexpr float pixels = kFineSide * kFineSide;
        const int apart = sum_ - sum_of(match_ + v.y * stride_ + v.x, stride_);
        return std::min(kMostBrightness, static_cast<float>(std::abs(apart)) / pixels);
    }

private:
    static int sum_of(const uint8_t* pixels, ptrdiff_t stride) {
        static_assert(kFineSide == 4);
        uint32_t pairs = 0;  // sums of pixels 0 and 1, 2 and 3 of all lines: 16 bits each
        for (int line = 0; line < kFineSide; line++, pixels += stride) {
            uint32_t four;
            std::memcpy(&four, pixels, sizeof four);
            pairs += (four & 0x00FF00FF) + (four >> 8 & 0x00FF00FF);
        }
        return static_cast<int>((pairs & 0xFFFF) + (pairs >> 16));
    }

    const uint8_t* match_;
    ptrdiff_t stride_;
    int sum_;
};

}  // namespace genmedia::motion
