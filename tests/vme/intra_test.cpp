// SPDX-License-Identifier: MIT
#include "genmedia/partition.h"
#include "made_pictures.h"
#include "vme/backends.h"
#include "vme/evaluated.h"
#include "vme/operations.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace genmedia::vme {
namespace {

using test::Picture;

constexpr int kX = 16, kY = 16;

// All neighbours as the picture has them.
SicRequest request_for(const Picture& source) {
    SicRequest request;
    request.source = {.image = {.luma = source.view(), .chroma = {}}, .x = kX, .y = kY};
    request.intra.emplace();
    IntraNeighbors& n = request.intra->neighbors;
    n.has_left = n.has_upper = n.has_upper_left = n.has_upper_right = true;
    const auto pixel = [&](int x, int y) { return static_cast<uint8_t>(source.nearest(x, y)); };
    for (int i = 0; i < 16; i++) n.left[i] = pixel(kX - 1, kY + i);
    for (int i = 0; i < 16; i++) n.upper[i] = pixel(kX + i, kY - 1);
    for (int i = 0; i < 8; i++) n.upper_right[i] = pixel(kX + 16 + i, kY - 1);
    n.upper_left = pixel(kX - 1, kY - 1);
    return request;
}

SicResult check(const SicRequest& request) { return evaluated<SicResult>(request); }

uint8_t only(uint8_t partition) { return static_cast<uint8_t>(intra_all & ~partition); }

TEST(Intra, FindsTheDirectionOfStripes) {
    const struct {
        LumaMode mode;
        std::function<int(int, int)> sample;
    } pictures[] = {
        {LumaMode::vertical, [](int x, int) { return x * 37 % 200; }},
        {LumaMode::horizontal, [](int, int y) { return y * 37 % 200; }},
        {LumaMode::diagonal_down_right, [](int x, int y) { return (x - y + 64) * 2; }},
        {LumaMode::diagonal_down_left, [](int x, int y) { return (x + y) * 2; }},
    };
    for (const auto& p : pictures) {
        const Picture picture(48, 48, p.sample);
        SicRequest request = request_for(picture);
        request.intra->disabled_partitions = only(intra_4x4);
        const SicResult r = check(request);
        EXPECT_EQ(r.intra_shape, IntraShape::shape_4x4);
        EXPECT_EQ(r.luma_modes[0], p.mode);
        EXPECT_EQ(r.luma_modes[6], p.mode);
    }
}

TEST(Intra, TiesGoToTheLargerShapeAndToDc) {
    const Picture flat(48, 48, 90);
    SicResult r = check(request_for(flat));
    EXPECT_EQ(r.intra_shape, IntraShape::shape_16x16);
    EXPECT_EQ(r.intra_distortion, 0);
    for (const LumaMode mode : r.luma_modes) EXPECT_EQ(mode, LumaMode::dc);
    SicRequest request = request_for(flat);
    request.intra->neighbors.has_upper = false;
    request.intra->neighbors.has_upper_left = false;
    EXPECT_EQ(check(request).luma_modes[0], LumaMode::dc);
    request.intra->neighbors.has_left = false;
    r = check(request);
    EXPECT_EQ(r.intra_shape, IntraShape::shape_4x4);  // 128 for the first block, smallest with 4x4
}

// A macroblock of 2s whose neighbours are 1s costs 256 in each mode, and ten for its shape: hardware answered
// 266 and DC (Beignet, utests/compiler_intra_prediction.cpp).
TEST(Intra, TieThatHardwareWasAskedFor) {
    const Picture picture(
        48, 48, [](int x, int y) { return x >= kX && x < kX + 16 && y >= kY && y < kY + 16 ? 2 : 1; });
    SicRequest request = request_for(picture);
    request.intra->shape_penalty.shape_16x16 = U4U4{0x0A};
    request.intra->disabled_partitions = only(intra_16x16);
    const SicResult r = check(request);
    EXPECT_EQ(r.intra_distortion, 266);
    EXPECT_EQ(r.intra_shape, IntraShape::shape_16x16);
    for (const LumaMode mode : r.luma_modes) EXPECT_EQ(mode, LumaMode::dc);
}

TEST(Intra, TiesOfBlocksGoToTheLowerMode) {
    const Picture flat(48, 48, 90);
    for (const uint8_t shape : {intra_8x8, intra_4x4}) {
        SicRequest request = request_for(flat);
        request.intra->disabled_partitions = only(shape);
        for (const LumaMode mode : check(request).luma_modes) EXPECT_EQ(mode, LumaMode::vertical);
    }
}

// Above lies 0 0 0 0 0 0 0 80 | 80 ...; the two left blocks are what the filter makes of the pixels above
// them.
TEST(Intra, EdgesOf8x8BlocksAreFiltered) {
    Picture picture(48, 48, [](int x, int) { return x < kX + 7 ? 0 : 80; });
    for (int y = kY; y < kY + 8; y++) {
        picture.at(kX + 6, y) = 20;      // (0 + 2 * 0 + 80 + 2) / 4
        picture.at(kX + 7, y) = 60;      // (0 + 2 * 80 + 80 + 2) / 4
        picture.at(kX + 5, y + 8) = 5;   // (0 + 2 * 0 + 20 + 2) / 4
        picture.at(kX + 6, y + 8) = 25;  // (0 + 2 * 20 + 60 + 2) / 4
        picture.at(kX + 7, y + 8) = 55;  // (20 + 2 * 60 + 80 + 2) / 4
    }
    SicRequest request = request_for(picture);
    request.intra->disabled_partitions = only(intra_8x8);
    const SicResult r = check(request);
    EXPECT_EQ(r.luma_modes[0], LumaMode::vertical);
    EXPECT_EQ(r.luma_modes[8], LumaMode::vertical);
    // The lower right block is 80; its corner is 60, so its first filtered pixel 75, which spoils the fewest
    // samples diagonally down left: (75 + 2 * 80 + 80 + 2) / 4 = 79 once.
    EXPECT_EQ(r.luma_modes[12], LumaMode::diagonal_down_left);
    EXPECT_EQ(r.intra_distortion, 1);
}

TEST(Intra, NonDcPenaltyGoesByShape) {
    const Picture stripes(48, 48, [](int x, int) { return x % 2 * 200; });
    SicRequest request = request_for(stripes);
    IntraModeCost& cost = request.intra->mode_cost.emplace();
    cost.non_dc = {.shape_16x16 = 100, .shape_8x8 = 12, .shape_4x4 = 4};
    const auto distortion = [&](uint8_t shape) {
        request.intra->disabled_partitions = only(shape);
        return int{check(request).intra_distortion};
    };
    // Vertical continues the stripes exactly.
    EXPECT_EQ(distortion(intra_16x16), 100);
    EXPECT_EQ(distortion(intra_4x4), 16 * 4);
    // 8x8 edges are filtered, so something is left; four blocks pay for not being DC.
    const Picture halves(48, 48, [](int x, int) { return x % 8 < 4 ? 0 : 200; });
    SicRequest other = request_for(halves);
    other.intra->disabled_partitions = only(intra_8x8);
    const int free = check(other).intra_distortion;
    other.intra->mode_cost = cost;
    other.intra->mode_cost->penalty.bits = 0;
    const SicResult paid = check(other);
    for (const LumaMode mode : paid.luma_modes) EXPECT_NE(mode, LumaMode::dc);
    EXPECT_EQ(paid.intra_distortion, free + 4 * 12);
}

TEST(Intra, UpperNeighbourModesBelongToTheirColumns) {
    const Picture flat(48, 48, 90);
    SicRequest request = request_for(flat);
    request.intra->disabled_partitions = only(intra_4x4);
    IntraModeCost& cost = request.intra->mode_cost.emplace();
    cost.left.fill(LumaMode::dc);
    cost.upper.fill(LumaMode::dc);
    cost.upper[2] = LumaMode::vertical;  // above entry 4
    cost.penalty.bits = 1;
    const SicResult r = check(request);
    for (const int e : {0, 1, 2, 3}) EXPECT_EQ(r.luma_modes[e], LumaMode::dc) << e;
    for (const int e : {4, 5, 6, 7}) EXPECT_EQ(r.luma_modes[e], LumaMode::vertical) << e;
}

TEST(Intra, ShapePenaltyIsAddedOnceAMacroblock) {
    const Picture flat(48, 48, 90);
    SicRequest request = request_for(flat);
    request.intra->shape_penalty = {.shape_16x16 = {9}, .shape_8x8 = {8}, .shape_4x4 = {7}};
    SicResult r = check(request);
    EXPECT_EQ(r.intra_shape, IntraShape::shape_4x4);
    EXPECT_EQ(r.intra_distortion, 7);
    request.intra->disabled_partitions = intra_4x4;
    r = check(request);
    EXPECT_EQ(r.intra_shape, IntraShape::shape_8x8);
    EXPECT_EQ(r.intra_distortion, 8);
}

// Without neighbours the first 8x8 block can only be 128; the others continue source pixels exactly.
TEST(Intra, InnerBlocksArePredictedFromSourcePixels) {
    const Picture flat(48, 48, 100);
    SicRequest request = request_for(flat);
    request.intra->neighbors = {};
    request.intra->disabled_partitions = only(intra_8x8);
    EXPECT_EQ(check(request).intra_distortion, 64 * 28);
    request.intra->disabled_partitions = only(intra_4x4);
    EXPECT_EQ(check(request).intra_distortion, 16 * 28);
    request.intra->disabled_partitions = only(intra_16x16);
    EXPECT_EQ(check(request).intra_distortion, 256 * 28);
}

// Block 5 continues the upper right macroblock diagonally; only it can see that, and only if it may.
TEST(Intra, UpperRightMacroblockServesBlock5Alone) {
    Picture picture = test::noise(48, 48, 8);
    const auto upper = [&](int i) { return picture.nearest(kX + 12 + i, kY - 1); };
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
            const int i = x + y, next = std::min(i + 2, 7);
            picture.at(kX + 12 + x, kY + y) =
                static_cast<uint8_t>((upper(i) + 2 * upper(i + 1) + upper(next) + 2) / 4);
        }
    }
    SicRequest request = request_for(picture);
    request.intra->disabled_partitions = only(intra_4x4);
    const SicResult with = check(request);
    EXPECT_EQ(with.luma_modes[5], LumaMode::diagonal_down_left);
    request.intra->neighbors.has_upper_right = false;
    const SicResult without = check(request);
    EXPECT_GT(without.intra_distortion, with.intra_distortion);
    for (int e = 0; e < 16; e++) {
        if (e != 5) {
            EXPECT_EQ(without.luma_modes[e], with.luma_modes[e]) << e;
        }
    }
    request.intra->neighbors.upper_right.fill(0);  // what may not be used does not matter
    EXPECT_EQ(check(request).intra_distortion, without.intra_distortion);
}

TEST(Intra, NonDcAndModePenaltiesAreAddedToEachBlock) {
    const Picture flat(48, 48, 90);
    SicRequest request = request_for(flat);
    IntraModeCost& cost = request.intra->mode_cost.emplace();
    cost.left.fill(LumaMode::dc);
    cost.upper.fill(LumaMode::dc);
    cost.non_dc = {.shape_16x16 = 36, .shape_8x8 = 12, .shape_4x4 = 4};
    cost.penalty.bits = 5;
    // DC is predicted and free: everything is DC.
    SicResult r = check(request);
    EXPECT_EQ(r.intra_distortion, 0);
    for (const LumaMode mode : r.luma_modes) EXPECT_EQ(mode, LumaMode::dc);

    // Vertical is predicted for the first block: DC costs 5 there, vertical 4, and so on down the line.
    cost.left.fill(LumaMode::vertical);
    cost.upper.fill(LumaMode::vertical);
    request.intra->disabled_partitions = only(intra_4x4);
    r = check(request);
    EXPECT_EQ(r.luma_modes[0], LumaMode::vertical);
    EXPECT_EQ(r.intra_distortion, 16 * 4);
    cost.penalty.bits = 3;  // now DC with the penalty is cheaper in block 0, and then predicted inside
    r = check(request);
    EXPECT_EQ(r.luma_modes[0], LumaMode::dc);
    // min(left, upper): the seven edge blocks have a vertical neighbour and pay 3, the nine others none.
    EXPECT_EQ(r.intra_distortion, 7 * 3);
    request.intra->neighbors.has_left = false;  // a missing neighbour predicts DC: the left column is free
    request.intra->neighbors.has_upper_left = false;
    EXPECT_EQ(check(request).intra_distortion, 3 * 3);
}

TEST(Intra, NeighbourModesBelongToTheirBlocks) {
    const Picture flat(48, 48, 90);
    SicRequest request = request_for(flat);
    request.intra->disabled_partitions = only(intra_4x4);
    IntraModeCost& cost = request.intra->mode_cost.emplace();
    cost.left.fill(LumaMode::dc);
    cost.upper.fill(LumaMode::dc);
    cost.penalty.bits = 1;
    // Mode 0 is cheapest everywhere by distortion; it is penalised unless predicted. Only the third block
    // of the left column (entry 8) has a vertical neighbour.
    cost.left[2] = LumaMode::vertical;
    const SicResult r = check(request);
    for (int e = 0; e < 16; e++) {
        const bool predicted_vertical = e == 8 || e == 9 || e == 10 || e == 11 || e >= 12;
        EXPECT_EQ(r.luma_modes[e] == LumaMode::vertical, predicted_vertical) << e;
    }
}

// Guess: the unit's adders are the same for all (cost.h). Neighbours of 0, pixels of 255, in every shape.
TEST(Intra, ABlockOf4x4PixelsEndsAt2047) {
    const Picture white(64, 64, 255);
    SicRequest request = request_for(white);
    request.intra->neighbors = {.has_upper = true};
    request.intra->disabled_modes = {
        .luma_8x8 = 0x1FE, .luma_4x4 = 0x1FE, .luma_16x16 = 0xE};  // vertical alone
    request.intra->disabled_partitions = intra_8x8 | intra_4x4;
    EXPECT_EQ(check(request).intra_distortion, 16 * 2047);
    request.intra->disabled_partitions = intra_16x16 | intra_4x4;
    EXPECT_EQ(check(request).intra_distortion, 8 * 2047);  // the lower quadrants see white above
    request.intra->disabled_partitions = intra_16x16 | intra_8x8;
    EXPECT_EQ(check(request).intra_distortion, 4 * 2047);
}

TEST(Intra, HaarDistortion) {
    const Picture flat(48, 48, 100);
    SicRequest request = request_for(flat);
    request.intra->neighbors = {};
    request.intra->disabled_partitions = only(intra_16x16);
    request.intra->distortion = Distortion::haar;
    EXPECT_EQ(check(request).intra_distortion, 16 * 16 * 28 / 2);
    request.intra->distortion = Distortion::ac_haar;
    EXPECT_EQ(check(request).intra_distortion, 0);
}

TEST(Intra, ModesAreRepeatedOverLargerBlocks) {
    const Picture source = test::texture(48, 48, 5);
    SicRequest request = request_for(source);
    request.intra->disabled_partitions = only(intra_8x8);
    const SicResult r = check(request);
    for (int e = 0; e < 16; e++) EXPECT_EQ(r.luma_modes[e], r.luma_modes[e / 4 * 4]) << e;
}

struct Nv12 {
    Picture luma{48, 48, uint8_t{100}};
    std::vector<uint8_t> chroma = std::vector<uint8_t>(24 * 24 * 2);

    ImageView view() const { return {luma.view(), {chroma.data(), 24, 24, 48, 2}}; }
};

// With the image's chroma and all its neighbours.
SicRequest chroma_request(const Nv12& image) {
    SicRequest request = request_for(image.luma);
    request.source.image = image.view();
    request.intra->chroma = true;
    IntraNeighbors& n = request.intra->neighbors;
    for (int c = 0; c < 2; c++) {
        const auto at = [&](int x, int y) { return image.chroma[48 * y + 2 * x + c]; };
        for (int i = 0; i < 8; i++) {
            n.chroma_upper[i][c] = at(8 + i, 7);
            n.chroma_left[i][c] = at(7, 8 + i);
        }
        n.chroma_upper_left[c] = at(7, 7);
    }
    return request;
}

TEST(IntraChroma, FindsModesOfBothComponents) {
    Nv12 image;
    for (int y = 0; y < 24; y++) {
        for (int x = 0; x < 24; x++) {
            image.chroma[48 * y + 2 * x] = static_cast<uint8_t>(x * 31 % 100);
            image.chroma[48 * y + 2 * x + 1] = static_cast<uint8_t>(200 - x * 17 % 100);
        }
    }
    SicRequest request = chroma_request(image);
    SicResult r = check(request);
    EXPECT_EQ(r.chroma_mode, ChromaMode::vertical);
    EXPECT_EQ(r.chroma_distortion, 0);
    request.intra->chroma_mode_penalty.bits = 0x12;  // 4, once for vertical
    EXPECT_EQ(check(request).chroma_distortion, 4);
}

// Stripes down the picture. Without vertical the next best mode is chosen; with only one mode left, that one.
TEST(Intra, DisabledModesAreNotChosen) {
    const Picture stripes(48, 48, [](int x, int) { return x * 37 % 200; });
    for (const uint8_t partition : {intra_4x4, intra_8x8, intra_16x16}) {
        SicRequest request = request_for(stripes);
        request.intra->disabled_partitions = only(partition);
        EXPECT_EQ(check(request).luma_modes[0], LumaMode::vertical);
        request.intra->disabled_modes = {
            .luma_8x8 = 0x1FB, .luma_4x4 = 0x1FB, .luma_16x16 = 0xB, .chroma = 0};
        const SicResult dc = check(request);
        for (const LumaMode mode : dc.luma_modes) EXPECT_EQ(mode, LumaMode::dc);
        EXPECT_GT(dc.intra_distortion, 0);
    }
}

// Each mask counts only for its own block size.
TEST(Intra, EachBlockSizeHasItsDisabledModes) {
    const Picture stripes(48, 48, [](int x, int) { return x * 37 % 200; });
    const struct {
        uint8_t partition;
        IntraModeMask own, others;  // without vertical
    } sizes[] = {
        {intra_16x16, {0, 0, 1, 0}, {1, 1, 0, 0}},
        {intra_8x8, {1, 0, 0, 0}, {0, 1, 1, 0}},
        {intra_4x4, {0, 1, 0, 0}, {1, 0, 1, 0}},
    };
    for (const auto& size : sizes) {
        SicRequest request = request_for(stripes);
        request.intra->disabled_partitions = only(size.partition);
        request.intra->disabled_modes = size.others;
        EXPECT_EQ(check(request).luma_modes[0], LumaMode::vertical);
        request.intra->disabled_modes = size.own;
        EXPECT_NE(check(request).luma_modes[0], LumaMode::vertical);
    }
    // Plane is AVC's number 3 of the 16x16 modes: a picture that it predicts best.
    const Picture ramp(48, 48, [](int x, int y) { return 20 + x + 2 * y; });
    SicRequest plane = request_for(ramp);
    plane.intra->disabled_partitions = only(intra_16x16);
    EXPECT_EQ(check(plane).luma_modes[0], LumaMode::plane);
    plane.intra->disabled_modes.luma_16x16 = 8;
    EXPECT_NE(check(plane).luma_modes[0], LumaMode::plane);
}

TEST(IntraChroma, DisabledModesAreNotChosen) {
    Nv12 image;
    for (int y = 0; y < 24; y++) {
        for (int x = 0; x < 24; x++) {
            for (int c = 0; c < 2; c++) image.chroma[48 * y + 2 * x + c] = static_cast<uint8_t>(x * 31 % 100);
        }
    }
    SicRequest request = chroma_request(image);
    EXPECT_EQ(check(request).chroma_mode, ChromaMode::vertical);
    request.intra->disabled_modes.chroma = 1 << 2;
    EXPECT_NE(check(request).chroma_mode, ChromaMode::vertical);
    request.intra->disabled_modes.chroma = 0xD;
    EXPECT_EQ(check(request).chroma_mode, ChromaMode::horizontal);
}

TEST(IntraChroma, TiesGoToDc) {
    const Nv12 flat;  // chroma 0 everywhere, so are the neighbours
    SicRequest request = chroma_request(flat);
    const SicResult r = check(request);
    EXPECT_EQ(r.chroma_mode, ChromaMode::dc);
    EXPECT_EQ(r.chroma_distortion, 0);
}

TEST(IntraChroma, PenaltyScalesWithTheMode) {
    Nv12 image;
    for (int y = 0; y < 24; y++) {
        for (int x = 0; x < 24; x++) {
            for (int c = 0; c < 2; c++)
                image.chroma[48 * y + 2 * x + c] = static_cast<uint8_t>(20 + 3 * x + 4 * y);
        }
    }
    SicRequest request = chroma_request(image);
    request.intra->chroma_mode_penalty.bits = 9;
    const SicResult r = check(request);
    EXPECT_EQ(r.chroma_mode, ChromaMode::plane);
    EXPECT_EQ(r.chroma_distortion, 18);
}

TEST(Sic, SkipAndIntraInOneRequestAreWhatTheyAreAlone) {
    const Picture source = test::texture(48, 48, 6), reference = test::texture(48, 48, 7);
    SicRequest both = request_for(source);
    both.skip.emplace();
    both.skip->set_forward({.luma = reference.view()});
    both.skip->directions[0] = Direction::forward;
    SicRequest skip = both, intra = both;
    skip.intra.reset();
    intra.skip.reset();
    const SicResult r = check(both), s = check(skip), i = check(intra);
    EXPECT_EQ(r.best_distortion, s.best_distortion);
    EXPECT_EQ(r.raw_sad, s.raw_sad);
    EXPECT_EQ(r.intra_distortion, i.intra_distortion);
    EXPECT_EQ(r.luma_modes, i.luma_modes);
    EXPECT_GT(r.raw_sad, 0);
    EXPECT_GT(r.intra_distortion, 0);
}

// A caller who has something cheaper learns just that: the smaller of both costs, and modes where they win.
TEST(Intra, IsGivenUpWhereItIsNotBelowALimit) {
    const Backend* backend = nullptr;
    ASSERT_TRUE(active_backend(backend).ok());
    const Picture picture = test::texture(48, 48, 5);
    SicRequest request = request_for(picture);
    request.intra->distortion = Distortion::haar;
    for (const uint8_t shape : {intra_16x16, intra_4x4, intra_all}) {
        request.intra->disabled_partitions = only(shape);
        const SicResult all = check(request);
        const uint32_t cost = all.intra_distortion;
        ASSERT_GT(cost, 10u);
        EXPECT_EQ(check_below(backend->functions, request, cost + 1), all);
        for (const uint32_t enough : {cost, cost - 1, cost / 2, 1u, 0u})
            EXPECT_EQ(check_below(backend->functions, request, enough).intra_distortion, enough);
    }
}

}  // namespace
}  // namespace genmedia::vme
