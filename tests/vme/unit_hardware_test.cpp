// SPDX-License-Identifier: MIT
// The unit answers what real ones answered.
#include "hardware_answers.h"
#include "vme/evaluated.h"

#include <gtest/gtest.h>

namespace genmedia::vme {
namespace {

SourceBlock source_of(const test::AskedPictures& pictures, int macroblock) {
    return {.image = {.luma = pictures.source.view(), .chroma = {}},
            .x = macroblock % test::kAskedColumns * 16,
            .y = macroblock / test::kAskedColumns * 16};
}

TEST(WhatHardwareAnswered, VectorsOfASquareThatMoves) {
    const test::AskedPictures pictures = test::searched_square();
    const test::AskedVectors answers = test::searched_square_answer();
    for (int i = 0; i < static_cast<int>(answers.size()); i++) {
        ImeRequest request;
        request.source = source_of(pictures, i);
        request.forward.luma = pictures.reference.view();
        request.window = SearchWindow::extra_tiny;
        request.disabled_partitions = static_cast<uint8_t>(partition_all & ~partition_16x16);
        request.costs.motion_vector.emplace();
        for (U4U4& point : request.costs.motion_vector->table) point.bits = 1;
        const MotionVector got = evaluated<ImeResult>(request).vectors[0].forward;
        EXPECT_EQ(got, (MotionVector{answers[i].x, answers[i].y})) << "macroblock " << i;
    }
}

TEST(WhatHardwareAnswered, DistortionsOfGivenVectors) {
    const test::AskedPictures pictures = test::checked_ramps();
    const test::AskedVectors vectors = test::checked_vectors();
    for (int i = 0; i < static_cast<int>(vectors.size()); i++) {
        SicRequest request;
        request.source = source_of(pictures, i);
        request.skip.emplace();
        request.skip->set_forward({.luma = pictures.reference.view()});
        request.skip->directions[0] = Direction::forward;
        request.skip->vectors[0].forward = {vectors[i].x, vectors[i].y};
        EXPECT_EQ(evaluated<SicResult>(request).distortions[0],
                  test::sum_of_differences(pictures, i, vectors[i]))
            << "macroblock " << i;
    }
}

}  // namespace
}  // namespace genmedia::vme
