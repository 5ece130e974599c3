// SPDX-License-Identifier: MIT
// Kernels get from the built-ins what real units answered.
#include "hardware_answers.h"
#include "opencl/builtins/skips.h"
#include "opencl/layered_device.h"

namespace genmedia::test {
namespace {

class WhatHardwareAnswered : public OpenClTest {};

constexpr Grid kAsked{kAskedColumns, kAskedRows};

TEST_F(WhatHardwareAnswered, VectorsOfASquareThatMoves) {
    const AskedPictures pictures = searched_square();
    const AskedVectors answers = searched_square_answer();
    const cl_uint2 ones{{0x01010101, 0x01010101}};
    const auto got = run<ImeRecord>("ime_costs.cl", "one_block_nearby",
                                    {&pictures.source, &pictures.reference}, kAsked, answers.size(), ones);
    for (size_t i = 0; i < answers.size(); i++)
        EXPECT_EQ(static_cast<uint32_t>(got[i].inter.vectors[0]),
                  packed(vme::MotionVector{answers[i].x, answers[i].y}))
            << "macroblock " << i;
}

TEST_F(WhatHardwareAnswered, DistortionsOfGivenVectors) {
    const AskedPictures pictures = checked_ramps();
    const AskedVectors vectors = checked_vectors();
    const SkipShape shape{false, {kForward}};
    std::vector<SkipInput> inputs(vectors.size());
    for (size_t i = 0; i < vectors.size(); i++)
        inputs[i].vectors[0] = packed(vme::MotionVector{vectors[i].x, vectors[i].y});
    const auto got =
        run<SicRecord>("sic_skip.cl", "single_reference", {&pictures.source, &pictures.reference}, kAsked,
                       inputs.size(), inputs, shape.partition(), shape.mask(), cl_uchar{0});
    for (size_t i = 0; i < vectors.size(); i++)
        EXPECT_EQ(got[i].distortions[0], sum_of_differences(pictures, static_cast<int>(i), vectors[i]))
            << "macroblock " << i;
}

}  // namespace
}  // namespace genmedia::test
