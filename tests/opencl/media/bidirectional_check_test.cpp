// SPDX-License-Identifier: MIT
// block_advanced_motion_estimate_bidirectional_check_intel: results. [registry text
// cl_intel_advanced_motion_estimation, the second kernel]
#include "opencl/media/expected_checks.h"

namespace genmedia::test {
namespace {

constexpr size_t kSets = 4;
constexpr const char* kName = "block_advanced_motion_estimate_bidirectional_check_intel";

struct Pictures {
    const Picture &source, &reference;  // searched
    const Picture &checked, &forward, &backward;
};

// The kernel's arguments except the accelerator and the pictures, and its outputs.
struct Check {
    cl_uint flags = 0;
    SearchCost cost;
    cl_short2 count_global{{-1, -1}};
    cl_uchar weight = CL_ME_BIDIR_WEIGHT_HALF_INTEL;
    std::vector<Short2> counts, predictors;
    std::vector<cl_uchar> modes;  // of skip checks
    std::vector<Short2> skips;    // forward and backward alternate
    std::vector<Short2> vectors;
    std::vector<cl_char> intra_modes;
    std::vector<cl_ushort> residuals, skip_residuals, intra_residuals;

    bool quadrants() const { return (flags & CL_ME_SKIP_BLOCK_TYPE_8x8_INTEL) != 0; }
    size_t skip_blocks() const { return quadrants() ? 4 : 1; }
    Short2 counts_of(size_t macroblock) const {
        Short2 all{count_global.s[0], count_global.s[1]};
        if (all.x == -1) all.x = counts[macroblock].x;
        if (all.y == -1) all.y = counts[macroblock].y;
        return all;
    }
};

class BidirectionalCheck : public MediaTest {
protected:
    static Check prepared(const Region& region, const Descriptor& descriptor, cl_uint flags) {
        Check check;
        check.flags = flags;
        const size_t count = region.count(), blocks = static_cast<size_t>(blocks_of(descriptor));
        check.counts.assign(count, {0, 0});
        check.predictors = scattered_predictors(count * kSets, 21, 60);
        for (size_t mb = 0; mb < count; mb++)
            check.modes.push_back(
                static_cast<cl_uchar>(check.quadrants() ? 0x1B * (mb + 1) + mb * mb : 1 + mb % 3));
        check.skips = scattered_predictors(2 * count * kSets * check.skip_blocks(), 22, 30);
        check.vectors.assign(count * blocks, kNoVector);
        check.intra_modes.assign(count * 22, kNoMode);
        check.residuals.assign(count * blocks, kNoResidual);
        check.skip_residuals.assign(count * kSets * check.skip_blocks(), kNoResidual);
        check.intra_residuals.assign(count * 4, kNoResidual);
        return check;
    }

    void run(const Pictures& pictures, const Descriptor& descriptor, const Region& region, Check& check) {
        if (!kernel_) kernel_ = built_in_kernel(kName);
        if (HasFailure()) return;
        Arguments arguments(*this, kernel_.get());
        arguments.value(accelerator(descriptor)).image(pictures.source).image(pictures.reference);
        arguments.image(pictures.checked).image(pictures.forward).image(pictures.backward);
        arguments.value(check.flags).value(check.cost.penalty).value(check.cost.precision);
        arguments.value(check.count_global).value(check.weight);
        arguments.buffer(check.counts).buffer(check.predictors).buffer(check.modes).buffer(check.skips);
        arguments.buffer(check.vectors).buffer(check.intra_modes).buffer(check.residuals);
        arguments.buffer(check.skip_residuals).buffer(check.intra_residuals);
        launch(kernel_.get(), region, arguments);
    }

private:
    Owned<cl_kernel> kernel_;
};

// Two bits for each block: 1 forward, 2 backward, 3 both, 0: not checked. For a 16x16 block the driver used
// the whole byte: 0 meant forward, more than 3 meant both.
SkipDirections directions_of(const Check& check, size_t macroblock) {
    const cl_uchar mode = check.modes.empty() ? cl_uchar{0} : check.modes[macroblock];
    const auto direction = [](int bits) -> std::optional<vme::Direction> {
        if (bits == 0) return std::nullopt;
        return bits == 1 ? kForward : bits == 2 ? kBackward : kBoth;
    };
    if (!check.quadrants()) return {direction(mode == 0 ? 1 : std::min<int>(mode, 3))};
    return {direction(mode & 3), direction(mode >> 2 & 3), direction(mode >> 4 & 3), direction(mode >> 6)};
}

std::array<cl_ushort, 4> expected_set(const Check& check, const Pictures& pictures, const Macroblock& at,
                                      size_t mb, size_t set, const Descriptor& descriptor) {
    const size_t first = (mb * kSets + set) * check.skip_blocks();
    SkipVectors vectors{};
    for (size_t q = 0; q < check.skip_blocks() && !check.skips.empty(); q++)
        vectors[q] = {native(check.skips[2 * (first + q)]), native(check.skips[2 * (first + q) + 1])};
    return expected_skip(pictures.checked, pictures.forward, pictures.backward, at, descriptor,
                         check.quadrants(), directions_of(check, mb), vectors,
                         static_cast<vme::BidirectionalWeight>(check.weight));
}

void expect_check(const Check& check, const Pictures& pictures, const Descriptor& descriptor,
                  const Region& region) {
    for (size_t mb = 0; mb < region.count() && !::testing::Test::HasFailure(); mb++) {
        const Macroblock at(region, mb);
        SCOPED_TRACE(at.text() + ", " + text_of(descriptor));
        const Short2 counts = check.counts_of(mb);
        if (counts.x > 0) {
            const std::span predictors(&check.predictors[mb * kSets], static_cast<size_t>(counts.x));
            expect_match(check.vectors, check.residuals, mb, descriptor,
                         expected_search(pictures.source, pictures.reference, at.x, at.y, descriptor,
                                         predictors, check.cost));
        } else {
            expect_no_match(check.vectors, check.residuals, mb, descriptor);
        }
        for (size_t set = 0; set < kSets; set++) {
            std::array<cl_ushort, 4> expected;
            expected.fill(kNoResidual);
            if (static_cast<int>(set) < counts.y)
                expected = expected_set(check, pictures, at, mb, set, descriptor);
            for (size_t q = 0; q < check.skip_blocks(); q++)
                ASSERT_EQ(check.skip_residuals[(mb * kSets + set) * check.skip_blocks() + q], expected[q])
                    << "set " << set << ", block " << q;
        }
        const bool intra = (check.flags & CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL) != 0;
        expect_intra(check.intra_modes, check.intra_residuals, mb, intra, pictures.checked, pictures.source,
                     region, at, descriptor);
    }
}

Pictures pictures_of(const Scene& scene) {
    return {scene.source, scene.forward1, scene.source, scene.forward, scene.backward};
}

// ---- Search

TEST_F(BidirectionalCheck, Searches) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    for (const cl_uint blocks : {0, 1, 2}) {
        for (const cl_uint subpixel : {0, 1, 2}) {
            const Descriptor descriptor{blocks, subpixel, 0, CL_ME_SEARCH_PATH_RADIUS_4_4_INTEL};
            Check check = prepared(region, descriptor, 0);
            check.cost = {subpixel + 1, blocks};
            for (size_t mb = 0; mb < region.count(); mb++) check.counts[mb].x = static_cast<cl_short>(mb % 5);
            run(pictures_of(scene), descriptor, region, check);
            expect_check(check, pictures_of(scene), descriptor, region);
            if (HasFailure()) return;
        }
    }
}

// A count for the whole picture takes precedence over the macroblocks' counts.
TEST_F(BidirectionalCheck, CountsForAllMacroblocks) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    for (const cl_short2 global :
         {cl_short2{{2, 1}}, cl_short2{{0, -1}}, cl_short2{{-1, 3}}, cl_short2{{-1, -1}}}) {
        Check check = prepared(region, kPlain, 0);
        check.count_global = global;
        for (size_t mb = 0; mb < region.count(); mb++)
            check.counts[mb] = {static_cast<cl_short>(mb % 3), static_cast<cl_short>(mb % 4)};
        run(pictures_of(scene), kPlain, region, check);
        expect_check(check, pictures_of(scene), kPlain, region);
    }
    Check check = prepared(region, kPlain, 0);
    check.count_global = {{1, 4}};
    check.counts.clear();  // NULL
    run(pictures_of(scene), kPlain, region, check);
    expect_check(check, pictures_of(scene), kPlain, region);
}

// ---- Skip checks

TEST_F(BidirectionalCheck, SkipChecksOfEveryWeight) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    for (const cl_uint type : {CL_ME_SKIP_BLOCK_TYPE_16x16_INTEL, CL_ME_SKIP_BLOCK_TYPE_8x8_INTEL}) {
        for (const int weight :
             {CL_ME_BIDIR_WEIGHT_QUARTER_INTEL, CL_ME_BIDIR_WEIGHT_THIRD_INTEL, CL_ME_BIDIR_WEIGHT_HALF_INTEL,
              CL_ME_BIDIR_WEIGHT_TWO_THIRD_INTEL, CL_ME_BIDIR_WEIGHT_THREE_QUARTER_INTEL}) {
            Descriptor descriptor = kPlain;
            descriptor.sad_adjust_mode = static_cast<cl_uint>(weight) % 2;
            Check check = prepared(region, descriptor, type);
            check.weight = static_cast<cl_uchar>(weight);
            for (size_t mb = 0; mb < region.count(); mb++) check.counts[mb].y = static_cast<cl_short>(mb % 5);
            run(pictures_of(scene), descriptor, region, check);
            expect_check(check, pictures_of(scene), descriptor, region);
            if (HasFailure()) return;
        }
    }
}

// All but the mode that checks no quadrant: it means nothing.
TEST_F(BidirectionalCheck, EveryMode) {
    const Scene scene = moving_scene();
    const Region region{0, 0, 88, 72};
    for (const cl_uint type : {CL_ME_SKIP_BLOCK_TYPE_16x16_INTEL, CL_ME_SKIP_BLOCK_TYPE_8x8_INTEL}) {
        for (int first = 0; first < 255; first += 30) {
            Check check = prepared(region, kPlain, type);
            for (size_t mb = 0; mb < region.count(); mb++)
                check.modes[mb] = static_cast<cl_uchar>(1 + (first + static_cast<int>(mb)) % 255);
            check.count_global = {{0, 1}};
            run(pictures_of(scene), kPlain, region, check);
            expect_check(check, pictures_of(scene), kPlain, region);
        }
    }
}

// Without modes, a 16x16 block is checked forward.
TEST_F(BidirectionalCheck, WithoutModes) {
    const Scene scene = moving_scene();
    const Region region = whole(scene.source);
    Check check = prepared(region, kPlain, 0);
    check.modes.clear();
    check.count_global = {{0, 2}};
    run(pictures_of(scene), kPlain, region, check);
    expect_check(check, pictures_of(scene), kPlain, region);
}

// Computed by hand: between 40 and 80 the middle is 60, and a quarter of the backward picture gives 50.
TEST_F(BidirectionalCheck, WeightsMixPictures) {
    const Picture source(48, 48, uint8_t{60}), forward(48, 48, uint8_t{40}), backward(48, 48, uint8_t{80});
    const Pictures pictures{source, source, source, forward, backward};
    const Region middle{16, 16, 16, 16};
    const std::pair<int, cl_ushort> cases[] = {{CL_ME_BIDIR_WEIGHT_HALF_INTEL, 0},
                                               {CL_ME_BIDIR_WEIGHT_QUARTER_INTEL, 2560}};
    for (const auto& [weight, residual] : cases) {
        Check check = prepared(middle, kPlain, 0);
        check.weight = static_cast<cl_uchar>(weight);
        check.modes = {CL_ME_BIDIRECTION_INPUT_MODE_INTEL};
        check.count_global = {{0, 1}};
        run(pictures, kPlain, middle, check);
        EXPECT_EQ(check.skip_residuals[0], residual);
    }
    Check check = prepared(middle, kPlain, 0);
    check.modes = {CL_ME_BACKWARD_INPUT_MODE_INTEL};
    check.count_global = {{0, 1}};
    run(pictures, kPlain, middle, check);
    EXPECT_EQ(check.skip_residuals[0], 20u * 256);
}

// ---- All at once. For intra estimation of the checked picture, the neighbouring pixels come from the
// searched picture, as in the driver.

TEST_F(BidirectionalCheck, RegionsWithEverything) {
    const Scene scene = moving_scene();
    const Pictures pictures{scene.source, scene.forward, scene.forward1, scene.backward, scene.backward1};
    for (const Region& region :
         {Region{0, 0, 88, 72}, Region{16, 32, 32, 32}, Region{7, 0, 30, 40}, Region{0, 3, 33, 20}}) {
        for (const cl_uint type : {CL_ME_SKIP_BLOCK_TYPE_16x16_INTEL, CL_ME_SKIP_BLOCK_TYPE_8x8_INTEL}) {
            Descriptor descriptor = kPlain;
            descriptor.mb_block_type = CL_ME_MB_TYPE_4x4_INTEL;
            descriptor.sad_adjust_mode = CL_ME_SAD_ADJUST_MODE_HAAR_INTEL;
            Check check = prepared(region, descriptor, type | CL_ME_LUMA_INTRA_PREDICT_ENABLED_INTEL);
            check.cost = {CL_ME_COST_PENALTY_LOW_INTEL, CL_ME_COST_PRECISION_PEL_INTEL};
            for (size_t mb = 0; mb < region.count(); mb++)
                check.counts[mb] = {static_cast<cl_short>(mb % 3), static_cast<cl_short>((mb + 1) % 3)};
            run(pictures, descriptor, region, check);
            expect_check(check, pictures, descriptor, region);
        }
    }
}

}  // namespace
}  // namespace genmedia::test
