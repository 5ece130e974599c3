// SPDX-License-Identifier: MIT
// block_motion_estimate_intel: results. [registry text cl_intel_motion_estimation]
#include "opencl/media/expected.h"

namespace genmedia::test {
namespace {

constexpr cl_short kUntouched = 0x5A5A;

struct Field {
    std::vector<Short2> vectors;
    std::vector<cl_ushort> residuals;
};

class BlockMotionEstimate : public MediaTest {
protected:
    // Makes one call. Without predictors or residuals, those arguments are NULL.
    Field run(const Picture& source, const Picture& reference, const Descriptor& descriptor,
              const Region& region, std::vector<Short2> predictors = {}, bool with_residuals = true) {
        Field field;
        const size_t entries = region.count() * blocks_of(descriptor);
        field.vectors.resize(entries, {kUntouched, kUntouched});
        if (with_residuals) field.residuals.resize(entries, kUntouched);
        if (!kernel_) kernel_ = built_in_kernel("block_motion_estimate_intel");
        if (HasFailure()) return field;
        Arguments arguments(*this, kernel_.get());
        arguments.value(accelerator(descriptor)).image(source).image(reference).buffer(predictors);
        arguments.buffer(field.vectors).buffer(field.residuals);
        launch(kernel_.get(), region, arguments);
        return field;
    }

private:
    Owned<cl_kernel> kernel_;
};

// Expects the native unit's result for every block. Blocks are stored row by row; but the sixteen 4x4 blocks
// are in a macroblock's four rows in the unit's order, quadrant by quadrant, as in Intel's kernel.
void expect_field(const Field& field, const Picture& source, const Picture& reference,
                  const Descriptor& descriptor, const Region& region, const std::vector<Short2>& predictors) {
    if (::testing::Test::HasFailure()) return;
    const size_t side = size_t{1} << descriptor.mb_block_type, step = 16 / (side * side);
    for (size_t mb = 0; mb < region.count(); mb++) {
        const size_t column = mb % region.columns(), row = mb / region.columns();
        const Short2 predictor = predictors.empty() ? Short2{0, 0} : predictors[mb];
        const Found expected =
            expected_search(source, reference, static_cast<int>(region.x + 16 * column),
                            static_cast<int>(region.y + 16 * row), descriptor, {&predictor, 1}, {});
        for (size_t block = 0; block < side * side; block++) {
            const size_t at =
                (row * side + block / side) * region.columns() * side + column * side + block % side;
            ASSERT_EQ(field.vectors[at], expected.vectors[block * step])
                << "macroblock (" << column << ", " << row << "), block " << block << ", "
                << text_of(descriptor);
            if (!field.residuals.empty()) {
                ASSERT_EQ(field.residuals[at], expected.distortions[block * step])
                    << "macroblock (" << column << ", " << row << "), block " << block << ", "
                    << text_of(descriptor);
            }
        }
    }
}

TEST_F(BlockMotionEstimate, EveryAccelerator) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    for (const Descriptor& descriptor : all_descriptors()) {
        const Field field = run(scene.source, scene.forward, descriptor, region);
        expect_field(field, scene.source, scene.forward, descriptor, region, {});
        if (HasFailure()) return;
    }
}

TEST_F(BlockMotionEstimate, Predictors) {
    const Scene scene = random_scene();
    const Region region = whole(scene.source);
    const std::vector<Short2> predictors = scattered_predictors(region.count(), 3, 90);
    for (const cl_uint blocks : {0, 1, 2}) {
        Descriptor descriptor = kPlain;
        descriptor.mb_block_type = blocks;
        descriptor.search_path_type = CL_ME_SEARCH_PATH_RADIUS_2_2_INTEL;
        const Field field = run(scene.source, scene.forward, descriptor, region, predictors);
        expect_field(field, scene.source, scene.forward, descriptor, region, predictors);
    }
}

// Tests each predictor's window with a picture that has only one perfect match. -7 and 7 quarter pixels are
// one pixel towards zero. Vertically, -1 and 3 pixels become -2 and 2.
TEST_F(BlockMotionEstimate, PredictorsAreRoundedAsTheDriverDoes) {
    EXPECT_EQ(whole_pixels({-7, -7}).x, -1);
    EXPECT_EQ(whole_pixels({7, 7}).x, 1);
    EXPECT_EQ(whole_pixels({0, -7}).y, -2);
    EXPECT_EQ(whole_pixels({0, -3}).y, 0);
    EXPECT_EQ(whole_pixels({0, 15}).y, 2);
    Descriptor descriptor = kPlain;
    descriptor.subpixel_mode = CL_ME_SUBPIXEL_MODE_INTEGER_INTEL;
    descriptor.search_path_type = CL_ME_SEARCH_PATH_RADIUS_2_2_INTEL;  // from -2 to 1 around the predictor
    const Picture flat(48, 48, [](int, int) { return 60; });
    const Region middle{16, 16, 16, 16};
    // All positions are equally good, so the first one searched wins: two to the left, two up.
    const std::pair<Short2, Short2> cases[] = {
        {{0, 0}, {-8, -8}}, {{-7, -7}, {-12, -16}}, {{7, 7}, {-4, -8}},   {{0, -3}, {-8, -8}},
        {{0, 15}, {-8, 0}}, {{-8, -4}, {-16, -16}}, {{3, -15}, {-8, -24}}};
    for (const auto& [predictor, expected] : cases) {
        const Field field = run(flat, flat, descriptor, middle, {predictor});
        ASSERT_EQ(field.vectors.size(), 1u);
        EXPECT_EQ(field.vectors[0].x, expected.x) << predictor;
        EXPECT_EQ(field.vectors[0].y, expected.y) << predictor;
        EXPECT_EQ(field.residuals[0], 0u) << predictor;
    }
}

TEST_F(BlockMotionEstimate, WithoutResiduals) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    const Field field = run(scene.source, scene.forward, kPlain, region, {}, false);
    expect_field(field, scene.source, scene.forward, kPlain, region, {});
}

// Regions of interest: anywhere and of any size, also without any macroblock boundary of the picture
// inside.
TEST_F(BlockMotionEstimate, Regions) {
    const Scene scene = moving_scene();
    for (const Region& region : {Region{16, 16, 32, 32}, Region{5, 3, 50, 17}, Region{72, 56, 16, 16},
                                 Region{0, 24, 88, 1}, Region{87, 71, 1, 1}}) {
        for (const cl_uint blocks : {0, 1, 2}) {
            Descriptor descriptor = kPlain;
            descriptor.mb_block_type = blocks;
            const std::vector<Short2> predictors = scattered_predictors(region.count(), 9, 40);
            const Field field = run(scene.source, scene.forward, descriptor, region, predictors);
            expect_field(field, scene.source, scene.forward, descriptor, region, predictors);
        }
    }
}

// The answers of a real unit, from Beignet's own test, utests/builtin_kernel_block_motion_estimate_intel.cpp.
// It compares only macroblocks that are not in the last column or row.
TEST_F(BlockMotionEstimate, WhatHardwareAnswered) {
    const Picture picture(71, 41,
                          [](int x, int y) { return x >= 32 && x <= 47 && y >= 16 && y <= 31 ? 100 : 17; });
    Descriptor descriptor = kPlain;
    descriptor.subpixel_mode = CL_ME_SUBPIXEL_MODE_INTEGER_INTEL;
    const Field field = run(picture, picture, descriptor, whole(picture), {}, false);
    if (HasFailure()) return;
    const Short2 expected[2][4] = {{{-64, -48}, {-64, -48}, {-64, -48}, {-64, -48}},
                                   {{-64, -48}, {-64, -48}, {0, 0}, {0, -48}}};
    for (size_t row = 0; row < 2; row++) {
        for (size_t column = 0; column < 4; column++) {
            const Short2 got = field.vectors[row * 5 + column];
            EXPECT_EQ(got.x, expected[row][column].x) << column << ", " << row;
            EXPECT_EQ(got.y, expected[row][column].y) << column << ", " << row;
        }
    }
}

// A clone has its own arguments. Its launch uses the accelerator that was set last, even if that has been
// released.
TEST_F(BlockMotionEstimate, AcceleratorsMayGoBeforeTheLaunch) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    const Owned<cl_kernel> kernel = built_in_kernel("block_motion_estimate_intel");
    cl_int error = CL_SUCCESS;
    const cl_accelerator_intel brief = functions().create(
        context(), CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL, sizeof kPlain, &kPlain, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<Short2> none;
    Field field{std::vector<Short2>(region.count()), std::vector<cl_ushort>(region.count())};
    Arguments arguments(*this, kernel.get());
    arguments.value(brief).image(scene.source).image(scene.forward).buffer(none);
    arguments.buffer(field.vectors).buffer(field.residuals);
    EXPECT_EQ(functions().release(brief), CL_SUCCESS);
    const Owned<cl_kernel> clone(clCloneKernel(kernel.get(), &error));
    ASSERT_EQ(error, CL_SUCCESS);
    launch(clone.get(), region, arguments);
    expect_field(field, scene.source, scene.forward, kPlain, region, {});
}

}  // namespace
}  // namespace genmedia::test
