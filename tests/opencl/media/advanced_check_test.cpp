// SPDX-License-Identifier: MIT
// block_advanced_motion_estimate_check_intel: results. [registry text cl_intel_advanced_motion_estimation,
// the first kernel]
#include "opencl/media/expected_checks.h"

namespace genmedia::test {
namespace {

constexpr size_t kSets = 8;

// The kernel's arguments except the accelerator and the pictures, and its outputs.
struct Check {
    cl_uint flags = 0, skip_block_type = CL_ME_MB_TYPE_16x16_INTEL;
    SearchCost cost;
    std::vector<Short2> counts, predictors, skips, vectors;
    std::vector<cl_char> modes;
    std::vector<cl_ushort> residuals, skip_residuals, intra_residuals;

    size_t skip_blocks() const { return skip_block_type == CL_ME_MB_TYPE_8x8_INTEL ? 4 : 1; }
};

class AdvancedCheck : public MediaTest {
protected:
    // Buffers for all outputs, filled with a value that no result has.
    static Check prepared(const Region& region, const Descriptor& descriptor, cl_uint skip_block_type) {
        Check check;
        check.skip_block_type = skip_block_type;
        const size_t count = region.count(), blocks = static_cast<size_t>(blocks_of(descriptor));
        check.counts.assign(count, {0, 0});
        check.predictors = scattered_predictors(count * kSets, 11, 60);
        check.skips = scattered_predictors(count * kSets * check.skip_blocks(), 12, 30);
        check.vectors.assign(count * blocks, kNoVector);
        check.modes.assign(count * 22, kNoMode);
        check.residuals.assign(count * blocks, kNoResidual);
        check.skip_residuals.assign(count * kSets * check.skip_blocks(), kNoResidual);
        check.intra_residuals.assign(count * 4, kNoResidual);
        return check;
    }

    void run(const Picture& source, const Picture& reference, const Descriptor& descriptor,
             const Region& region, Check& check) {
        if (!kernel_) kernel_ = built_in_kernel("block_advanced_motion_estimate_check_intel");
        if (HasFailure()) return;
        Arguments arguments(*this, kernel_.get());
        arguments.value(accelerator(descriptor)).image(source).image(reference);
        arguments.value(check.flags)
            .value(check.skip_block_type)
            .value(check.cost.penalty)
            .value(check.cost.precision);
        arguments.buffer(check.counts).buffer(check.predictors).buffer(check.skips).buffer(check.vectors);
        arguments.buffer(check.modes).buffer(check.residuals).buffer(check.skip_residuals);
        arguments.buffer(check.intra_residuals);
        launch(kernel_.get(), region, arguments);
    }

private:
    Owned<cl_kernel> kernel_;
};

// Checks a call, one macroblock after the other. Outputs that were not asked for must be unchanged.
void expect_call(const Check& check, const Picture& source, const Picture& reference,
                 const Descriptor& descriptor, const Region& region) {
    const Short2 zero{0, 0};
    for (size_t mb = 0; mb < region.count() && !::testing::Test::HasFailure(); mb++) {
        const Macroblock at(region, mb);
        SCOPED_TRACE(at.text() + ", " + text_of(descriptor));
        const Short2 counts = check.counts[mb];
        if (counts.x > 0) {
            const std::span<const Short2> predictors =
                check.predictors.empty()
                    ? std::span(&zero, 1)
                    : std::span(&check.predictors[mb * kSets], static_cast<size_t>(counts.x));
            const Found found =
                expected_search(source, reference, at.x, at.y, descriptor, predictors, check.cost);
            expect_match(check.vectors, check.residuals, mb, descriptor, found);
        } else {
            expect_no_match(check.vectors, check.residuals, mb, descriptor);
        }
        for (size_t set = 0; set < kSets && !check.skip_residuals.empty(); set++) {
            const size_t blocks = check.skip_blocks(), first = (mb * kSets + set) * blocks;
            std::array<cl_ushort, 4> expected;
            expected.fill(kNoResidual);
            if (static_cast<int>(set) < counts.y) {
                SkipVectors vectors{};
                for (size_t q = 0; q < blocks && !check.skips.empty(); q++)
                    vectors[q].forward = native(check.skips[first + q]);
                expected = expected_skip(source, reference, reference, at, descriptor, blocks == 4,
                                         {kForward, kForward, kForward, kForward}, vectors,
                                         vme::BidirectionalWeight::half);
            }
            for (size_t q = 0; q < blocks; q++)
                ASSERT_EQ(check.skip_residuals[first + q], expected[q]) << "set " << set << ", block " << q;
        }
        const bool intra = (check.flags & CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL) != 0;
        expect_intra(check.modes, check.intra_residuals, mb, intra, source, source, region, at, descriptor);
    }
}

// ---- Search

TEST_F(AdvancedCheck, SearchesOfEveryAccelerator) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    for (const Descriptor& descriptor : all_descriptors()) {
        Check one = prepared(region, descriptor, CL_ME_MB_TYPE_16x16_INTEL);
        for (size_t mb = 0; mb < region.count(); mb++) one.counts[mb].x = static_cast<cl_short>(mb % 4);
        run(scene.source, scene.forward, descriptor, region, one);
        expect_call(one, scene.source, scene.forward, descriptor, region);
        if (HasFailure()) return;
    }
}

// Up to eight predictors. If several are equally good, the first wins.
TEST_F(AdvancedCheck, EveryCountOfPredictors) {
    const Region region{0, 0, 88, 72};
    const Picture flat(88, 72, [](int, int) { return 90; });
    const Scene scene = moving_scene();
    for (const cl_uint blocks : {0, 1, 2}) {
        Descriptor descriptor = kPlain;
        descriptor.mb_block_type = blocks;
        descriptor.search_path_type = CL_ME_SEARCH_PATH_RADIUS_2_2_INTEL;
        Check one = prepared(region, descriptor, CL_ME_MB_TYPE_16x16_INTEL);
        for (size_t mb = 0; mb < region.count(); mb++) one.counts[mb].x = static_cast<cl_short>(mb % 9);
        for (const auto& [source, reference] :
             {std::pair(scene.source, scene.forward), std::pair(flat, flat)}) {
            Check copy = one;
            run(source, reference, descriptor, region, copy);
            expect_call(copy, source, reference, descriptor, region);
        }
    }
}

TEST_F(AdvancedCheck, CostsAndPrecisions) {
    const Scene scene = random_scene();
    const Region region = whole(scene.source);
    std::vector<std::vector<Short2>> fields;
    for (const cl_uint blocks : {0, 1, 2}) {
        Descriptor descriptor = kPlain;
        descriptor.mb_block_type = blocks;
        for (const cl_uint penalty : {0, 1, 2, 3}) {
            for (const cl_uint precision : {0, 1, 2, 3}) {
                Check one = prepared(region, descriptor, CL_ME_MB_TYPE_16x16_INTEL);
                one.counts.assign(region.count(), {2, 0});
                one.cost = {penalty, precision};
                run(scene.source, scene.forward, descriptor, region, one);
                expect_call(one, scene.source, scene.forward, descriptor, region);
                if (HasFailure()) return;
                fields.push_back(one.vectors);
            }
        }
    }
    const auto same = [](const std::vector<Short2>& a, const std::vector<Short2>& b) {
        return std::memcmp(a.data(), b.data(), a.size() * sizeof(Short2)) == 0;
    };
    EXPECT_FALSE(same(fields[32], fields[32 + 12]))
        << "a high penalty changes nothing, so that the test shows nothing";
    EXPECT_FALSE(same(fields[32 + 12], fields[32 + 13])) << "nor does the precision";
    EXPECT_TRUE(same(fields[32], fields[33])) << "without a penalty there is no precision";
}

TEST_F(AdvancedCheck, WithoutPredictorsTheWindowLiesAroundTheMacroblock) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    Check one = prepared(region, kPlain, CL_ME_MB_TYPE_16x16_INTEL);
    one.predictors.clear();
    one.counts.assign(region.count(), {1, 0});
    run(scene.source, scene.forward, kPlain, region, one);
    expect_call(one, scene.source, scene.forward, kPlain, region);
}

// ---- Skip checks

TEST_F(AdvancedCheck, SkipChecks) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    for (const cl_uint haar : {0, 1}) {
        for (const cl_uint type : {CL_ME_MB_TYPE_16x16_INTEL, CL_ME_MB_TYPE_8x8_INTEL}) {
            Descriptor descriptor = kPlain;
            descriptor.sad_adjust_mode = haar;
            Check one = prepared(region, descriptor, type);
            for (size_t mb = 0; mb < region.count(); mb++) one.counts[mb].y = static_cast<cl_short>(mb % 9);
            run(scene.source, scene.forward, descriptor, region, one);
            expect_call(one, scene.source, scene.forward, descriptor, region);
        }
    }
}

// Computed by hand: if a picture has moved by a pixel, the difference is 0 at that vector and 256 for each
// macroblock without the vector.
TEST_F(AdvancedCheck, SkipResidualsAreDifferences) {
    const Picture reference(48, 48, [](int x, int) { return x; });
    const Picture source = Picture(48, 48, [](int x, int) { return x + 1; });
    const Region middle{16, 16, 16, 16};
    Check one = prepared(middle, kPlain, CL_ME_MB_TYPE_16x16_INTEL);
    one.counts = {{0, 3}};
    one.skips[0] = {4, 0};
    one.skips[1] = {0, 0};
    one.skips[2] = {-4, 8};
    run(source, reference, kPlain, middle, one);
    EXPECT_EQ(one.skip_residuals[0], 0u);
    EXPECT_EQ(one.skip_residuals[1], 256u);
    EXPECT_EQ(one.skip_residuals[2], 512u);
    EXPECT_EQ(one.skip_residuals[3], kNoResidual);
}

// ---- Intra

TEST_F(AdvancedCheck, IntraEstimation) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    for (const cl_uint haar : {0, 1}) {
        Descriptor descriptor = kPlain;
        descriptor.sad_adjust_mode = haar;
        Check one = prepared(region, descriptor, CL_ME_MB_TYPE_16x16_INTEL);
        one.flags = CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL;
        run(scene.source, scene.forward, descriptor, region, one);
        expect_call(one, scene.source, scene.forward, descriptor, region);
    }
}

// Computed by hand: vertical stripes are predicted from above without a difference, and lines from the left.
TEST_F(AdvancedCheck, IntraModesOfStripes) {
    const Region middle{16, 16, 16, 16};
    for (const bool vertical : {true, false}) {
        const Picture picture(48, 48, [&](int x, int y) { return (vertical ? x : y) % 2 * 100; });
        Check one = prepared(middle, kPlain, CL_ME_MB_TYPE_16x16_INTEL);
        one.flags = CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL;
        run(picture, picture, kPlain, middle, one);
        const int mode =
            vertical ? CL_ME_LUMA_PREDICTOR_MODE_VERTICAL_INTEL : CL_ME_LUMA_PREDICTOR_MODE_HORIZONTAL_INTEL;
        EXPECT_EQ(one.modes[0], mode);
        for (int n = 5; n < 21; n++) EXPECT_EQ(one.modes[n], mode) << n;
        EXPECT_EQ(one.modes[21], kNoMode) << "chroma's";
        EXPECT_EQ(one.intra_residuals[0], 0u);
        EXPECT_EQ(one.intra_residuals[2], 0u);
        EXPECT_EQ(one.intra_residuals[3], kNoResidual) << "chroma's";
    }
}

// ---- All at once

TEST_F(AdvancedCheck, RegionsWithEverything) {
    const Scene scene = moving_scene();
    for (const Region& region : {Region{0, 0, 88, 72}, Region{16, 16, 32, 48}, Region{9, 0, 40, 30},
                                 Region{0, 5, 17, 17}, Region{64, 50, 24, 22}}) {
        for (const cl_uint type : {CL_ME_MB_TYPE_16x16_INTEL, CL_ME_MB_TYPE_8x8_INTEL}) {
            Descriptor descriptor = kPlain;
            descriptor.mb_block_type = CL_ME_MB_TYPE_8x8_INTEL;
            Check one = prepared(region, descriptor, type);
            one.flags = CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL;
            one.cost = {CL_ME_COST_PENALTY_NORMAL_INTEL, CL_ME_COST_PRECISION_HPEL_INTEL};
            for (size_t mb = 0; mb < region.count(); mb++)
                one.counts[mb] = {static_cast<cl_short>(mb % 3), static_cast<cl_short>((mb + 1) % 3)};
            run(scene.source, scene.forward, descriptor, region, one);
            expect_call(one, scene.source, scene.forward, descriptor, region);
        }
    }
}

// Unwanted outputs, and missing skip vectors.
TEST_F(AdvancedCheck, NullBuffers) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    for (const int which : {0, 1, 2, 3, 4, 5}) {
        Check one = prepared(region, kPlain, CL_ME_MB_TYPE_8x8_INTEL);
        one.flags = CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL;
        one.counts.assign(region.count(), {1, 2});
        if (which == 0) one.vectors.clear();
        if (which == 1) one.residuals.clear();
        if (which == 2) one.skip_residuals.clear();
        if (which == 3) one.modes.clear();
        if (which == 4) one.intra_residuals.clear();
        if (which == 5) one.skips.clear();
        run(scene.source, scene.forward, kPlain, region, one);
        expect_call(one, scene.source, scene.forward, kPlain, region);
    }
}

}  // namespace
}  // namespace genmedia::test
