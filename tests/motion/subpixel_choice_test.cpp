// SPDX-License-Identifier: MIT
#include "motion/true_motion/subpixel_choice.h"

#include "motion/field_backends.h"
#include "motion/true_motion/block_costs.h"
#include "vme/backends.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace genmedia::motion {
namespace {

// The vector of the first of 8 blocks in a line, where it is 0 and all others have `others`, in a flat
// picture. Any vector matches there, so the block takes theirs if it may.
RealVector first_of_line(bool is_column, bool from_the_end, float others) {
    const int width = is_column ? 4 : 32, height = is_column ? 32 : 4;
    const std::vector<uint8_t> gray(static_cast<size_t>(width * height), 128);
    const PaddedPicture picture(PlaneView{gray.data(), width, height, width});
    const RealVector v = is_column ? RealVector{0, others} : RealVector{others, 0};
    WorkVector<RealVector> vectors(8, v);
    RealVector& first = from_the_end ? vectors.back() : vectors.front();
    first = {0, 0};
    choose_again(kReferenceFields, picture, picture, BlockCosts(picture, 4), {picture, picture}, vectors);
    for (const RealVector& other : vectors)
        EXPECT_TRUE(&other == &first || (other.x == v.x && other.y == v.y)) << other.x << ", " << other.y;
    return first;
}

TEST(SubpixelChoice, MovesABlockAtMost34PixelsOutOfThePicture) {
    for (const bool is_column : {false, true})
        for (const bool from_the_end : {false, true}) {
            const auto along = [&](float pixels_out) {
                const RealVector v =
                    first_of_line(is_column, from_the_end, from_the_end ? pixels_out : -pixels_out);
                EXPECT_EQ(is_column ? v.x : v.y, 0);
                return std::abs(is_column ? v.y : v.x);
            };
            EXPECT_EQ(along(34), 34) << is_column << from_the_end;
            EXPECT_EQ(along(34.25F), 0) << is_column << from_the_end;
        }
}

}  // namespace
}  // namespace genmedia::motion
