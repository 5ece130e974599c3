// SPDX-License-Identifier: MIT
#include "vme/inter/decision.h"

#include <gtest/gtest.h>

namespace genmedia::vme {
namespace {

// A record in which every block costs as many as its 4x4 blocks times `per_4x4`.
Record uniform(uint32_t per_4x4, int16_t vector_x = 0) {
    Record record;
    for (int b = 0; b < kBlockCount; b++) {
        record.distortions[b] = per_4x4 * kBlocks[b].width * kBlocks[b].height / 16;
        record.vectors[b] = {static_cast<int16_t>(vector_x + b), 0};
    }
    return record;
}

// Decides with the defaults and `change` applied to them.
template <class Change>
InterResult decide_with(const Record& forward, const Record* backward, Change change,
                        bool* truncated = nullptr) {
    InterCosts costs;
    DecisionRules rules{.costs = &costs};
    change(rules, costs);
    bool ignored = false;
    return decide(forward, backward, rules, truncated ? *truncated : ignored);
}

constexpr auto kDefaults = [](DecisionRules&, InterCosts&) {};

TEST(Decision, TiesGoToTheLargestShape) {
    const InterResult r = decide_with(uniform(10), nullptr, kDefaults);
    EXPECT_EQ(r.major_shape, MajorShape::shape_16x16);
    EXPECT_EQ(r.best_distortion, 160);
    EXPECT_EQ(r.vector_count, 1);
    for (int e = 0; e < 16; e++) {
        EXPECT_EQ(r.vectors[e].forward.x, kFirst16x16);
        EXPECT_EQ(r.distortions[e], 160);
    }
}

TEST(Decision, ASmallerShapeWinsOnlyIfStrictlyCheaper) {
    Record record = uniform(10);
    record.distortions[kFirst16x8] = 79;
    EXPECT_EQ(decide_with(record, nullptr, kDefaults).major_shape, MajorShape::shape_16x8);
    record.distortions[kFirst8x16] = 79;  // as cheap as 16x8: the earlier stays
    EXPECT_EQ(decide_with(record, nullptr, kDefaults).major_shape, MajorShape::shape_16x8);
    record.distortions[kFirst8x16] = 78;
    EXPECT_EQ(decide_with(record, nullptr, kDefaults).major_shape, MajorShape::shape_8x16);
}

TEST(Decision, LaysResultsOutByQuadrant) {
    Record record = uniform(10);
    record.distortions[kFirst16x8] = 70;
    InterResult r = decide_with(record, nullptr, kDefaults);
    for (int e = 0; e < 16; e++) EXPECT_EQ(r.vectors[e].forward.x, e < 8 ? kFirst16x8 : kFirst16x8 + 1) << e;
    EXPECT_EQ(r.vector_count, 2);

    // 8x16: quadrants 0 and 2 carry the left vector, 1 and 3 the right.
    record = uniform(10);
    record.distortions[kFirst8x16 + 1] = 70;
    r = decide_with(record, nullptr, kDefaults);
    for (int e = 0; e < 16; e++) {
        EXPECT_EQ(r.vectors[e].forward.x, e / 4 % 2 == 0 ? kFirst8x16 : kFirst8x16 + 1) << e;
        EXPECT_EQ(r.distortions[e], e / 4 % 2 == 0 ? 80 : 70) << e;
    }
}

TEST(Decision, QuadrantsChooseTheirMinorShapes) {
    Record record = uniform(10);
    record.distortions[kFirst8x4 + 2 * 1 + 1] = 10;  // quadrant 1: 8x4, 20 + 10
    record.distortions[kFirst4x8 + 2 * 2 + 0] = 15;  // quadrant 2: 4x8, 15 + 20
    record.distortions[kFirst4x4 + 4 * 3 + 2] = 0;   // quadrant 3: 4x4, 10 + 10 + 0 + 10
    const InterResult r = decide_with(record, nullptr, kDefaults);
    EXPECT_EQ(r.major_shape, MajorShape::shape_8x8);
    EXPECT_EQ(r.minor_shapes, (std::array{MinorShape::shape_8x8, MinorShape::shape_8x4, MinorShape::shape_4x8,
                                          MinorShape::shape_4x4}));
    EXPECT_EQ(r.best_distortion, 40 + 30 + 35 + 30);
    EXPECT_EQ(r.vector_count, 1 + 2 + 2 + 4);
    const int16_t expected[16] = {kFirst8x8,      kFirst8x8,      kFirst8x8,      kFirst8x8,
                                  kFirst8x4 + 2,  kFirst8x4 + 2,  kFirst8x4 + 3,  kFirst8x4 + 3,
                                  kFirst4x8 + 4,  kFirst4x8 + 5,  kFirst4x8 + 4,  kFirst4x8 + 5,
                                  kFirst4x4 + 12, kFirst4x4 + 13, kFirst4x4 + 14, kFirst4x4 + 15};
    for (int e = 0; e < 16; e++) EXPECT_EQ(r.vectors[e].forward.x, expected[e]) << e;
}

// Silicon: once a macroblock for 16x16, 16x8 and 8x16, once a quadrant for 8x8 and below.
TEST(Decision, AddsShapePenaltiesOnceAMacroblockOrAQuadrant) {
    const auto penalties = [](DecisionRules&, InterCosts& costs) {
        costs.shape = {.shape_16x16 = {9},
                       .shape_16x8_8x16 = {8},
                       .shape_8x8 = {5},
                       .shape_8x4_4x8 = {4},
                       .shape_4x4 = {3}};
    };
    const auto with = [&](uint8_t disabled) {
        return decide_with(uniform(1), nullptr, [&](DecisionRules& rules, InterCosts& costs) {
            penalties(rules, costs);
            rules.disabled_partitions = disabled;
        });
    };
    EXPECT_EQ(with(partition_all & ~partition_16x16).best_distortion, 16 + 9);
    EXPECT_EQ(with(partition_all & ~partition_16x8).best_distortion, 16 + 8);
    EXPECT_EQ(with(partition_all & ~partition_8x16).best_distortion, 16 + 8);
    EXPECT_EQ(with(partition_all & ~partition_8x8).best_distortion, 16 + 4 * 5);
    EXPECT_EQ(with(partition_all & ~partition_8x4).best_distortion, 16 + 4 * 4);
    EXPECT_EQ(with(partition_all & ~partition_4x4).best_distortion, 16 + 4 * 3);
    EXPECT_EQ(with(0).major_shape, MajorShape::shape_16x8);
}

TEST(Decision, ShapePenaltiesAreNotPartOfBlockDistortions) {
    const InterResult r = decide_with(
        uniform(1), nullptr, [](DecisionRules&, InterCosts& costs) { costs.shape.shape_16x16 = {9}; });
    EXPECT_EQ(r.major_shape, MajorShape::shape_16x8);
    EXPECT_EQ(r.distortions[0], 8);
}

TEST(Decision, DisabledPartitionsAreNeverChosen) {
    Record record = uniform(10);
    for (int b = kFirst4x4; b < kBlockCount; b++) record.distortions[b] = 0;
    const auto without = [&](uint8_t disabled) {
        return decide_with(record, nullptr,
                           [&](DecisionRules& rules, InterCosts&) { rules.disabled_partitions = disabled; });
    };
    EXPECT_EQ(without(0).minor_shapes[0], MinorShape::shape_4x4);
    EXPECT_EQ(without(partition_4x4).major_shape, MajorShape::shape_16x16);
    const InterResult only_4x8 = without(partition_all & ~partition_4x8);
    EXPECT_EQ(only_4x8.major_shape, MajorShape::shape_8x8);
    for (const MinorShape minor : only_4x8.minor_shapes) EXPECT_EQ(minor, MinorShape::shape_4x8);
}

TEST(Decision, FewerVectorsMakeTheCheapestPartitioningThatFits) {
    Record record = uniform(10);
    const uint32_t gain[4] = {4, 8, 2, 6};  // of cutting quadrant q in 4x4
    for (int q = 0; q < 4; q++) record.distortions[kFirst4x4 + 4 * q] = 10 - gain[q];
    const auto limited = [&](int vectors, bool& truncated) {
        return decide_with(
            record, nullptr, [&](DecisionRules& rules, InterCosts&) { rules.max_vector_count = vectors; },
            &truncated);
    };
    bool truncated = true;
    InterResult r = limited(32, truncated);
    EXPECT_FALSE(truncated);
    EXPECT_EQ(r.best_distortion, 160 - 20);
    EXPECT_EQ(r.vector_count, 16);

    r = limited(10, truncated);  // two quadrants of four vectors, two of one: the largest gains
    EXPECT_TRUE(truncated);
    EXPECT_EQ(r.best_distortion, 160 - 14);
    EXPECT_EQ(r.vector_count, 10);
    EXPECT_EQ(r.minor_shapes[1], MinorShape::shape_4x4);
    EXPECT_EQ(r.minor_shapes[3], MinorShape::shape_4x4);
    EXPECT_EQ(r.minor_shapes[0], MinorShape::shape_8x8);

    r = limited(3, truncated);
    EXPECT_TRUE(truncated);
    EXPECT_EQ(r.major_shape, MajorShape::shape_16x16);

    record = uniform(10);
    limited(1, truncated);
    EXPECT_FALSE(truncated);  // 16x16 is the best anyway
}

// [prm: 3.1.1.1, pages 37 and 38] Quadrants that gain alike by being cut. With a vector more than there are
// quadrants the one to be cut is of the pair (0, 2), since the fewest vectors of (1, 3) come first; there it
// is the later one.
TEST(Decision, TiesUnderAMostOfVectors) {
    const auto minors = [](int cut_in, int vectors) {
        Record record = uniform(10);
        for (int q = 0; q < 4; q++) {
            record.distortions[kFirst4x4 + 4 * q] = 2;  // four vectors gain 8
            if (cut_in == 2)
                record.distortions[kFirst8x4 + 2 * q] = record.distortions[kFirst4x8 + 2 * q] = 12;
        }
        std::array<int, 4> found{};
        const InterResult r = decide_with(
            record, nullptr, [&](DecisionRules& rules, InterCosts&) { rules.max_vector_count = vectors; });
        for (size_t q = 0; q < 4; q++) found[q] = static_cast<int>(r.minor_shapes[q]);
        return found;
    };
    using Minors = std::array<int, 4>;
    EXPECT_EQ(minors(2, 5), (Minors{0, 0, 1, 0}));  // (0, 2): three vectors, the later is cut in 8x4
    EXPECT_EQ(minors(2, 6), (Minors{1, 0, 1, 0}));
    EXPECT_EQ(minors(2, 7), (Minors{1, 0, 1, 1}));  // (1, 3): three vectors
    EXPECT_EQ(minors(4, 7), (Minors{3, 0, 0, 0}));  // five vectors: the earlier is cut in 4x4
    EXPECT_EQ(minors(4, 10), (Minors{3, 0, 3, 0}));
    EXPECT_EQ(minors(4, 13), (Minors{3, 3, 3, 0}));  // (1, 3): five vectors
}

// [prm: 3.1.8, page 51]
TEST(Decision, NothingMayBeChosen) {
    for (const bool none_enabled : {true, false}) {
        const InterResult r = decide_with(uniform(10, 7), nullptr, [&](DecisionRules& rules, InterCosts&) {
            if (none_enabled) rules.disabled_partitions = partition_all;
            if (!none_enabled) rules.max_vector_count = 0;
        });
        InterResult expected;
        expected.best_distortion = 65535;
        EXPECT_EQ(r, expected);
    }
}

TEST(Decision, EachPartitionTakesItsCheaperDirection) {
    const Record forward = uniform(10, 100);
    Record backward = uniform(12, 200);
    backward.distortions[kFirst16x8 + 1] = 60;
    backward.reference_ids.fill(3);
    const InterResult r = decide_with(forward, &backward, kDefaults);
    EXPECT_EQ(r.major_shape, MajorShape::shape_16x8);
    EXPECT_EQ(r.directions,
              (std::array{Direction::forward, Direction::forward, Direction::backward, Direction::backward}));
    EXPECT_EQ(r.best_distortion, 80 + 60);
    // Both vectors and both ids are reported.
    EXPECT_EQ(r.vectors[0].forward.x, 100 + kFirst16x8);
    EXPECT_EQ(r.vectors[0].backward.x, 200 + kFirst16x8);
    EXPECT_EQ(r.vectors[15].backward.x, 200 + kFirst16x8 + 1);
    EXPECT_EQ(r.reference_ids[2], (ReferenceIds{0, 3}));
    EXPECT_EQ(r.distortions[15], 60);
}

TEST(Decision, ForwardWinsTiesAndBackwardPaysItsPenaltyOnceAPartition) {
    const Record forward = uniform(10);
    Record backward = uniform(10);
    EXPECT_EQ(decide_with(forward, &backward, kDefaults).directions[0], Direction::forward);
    const auto penalty = [](DecisionRules& rules, InterCosts& costs) {
        costs.backward_direction = {7};
        rules.disabled_partitions = partition_all & ~partition_8x8;
    };
    for (int q = 0; q < 4; q++) backward.distortions[kFirst8x8 + q] = q < 2 ? 33 : 32;  // 40 - 7 ties
    const InterResult r = decide_with(forward, &backward, penalty);
    EXPECT_EQ(r.directions,
              (std::array{Direction::forward, Direction::forward, Direction::backward, Direction::backward}));
    EXPECT_EQ(r.best_distortion, 40 + 40 + 39 + 39);
}

TEST(Decision, WithoutMixAllPartitionsGoOneWay) {
    Record forward = uniform(10, 100);
    Record backward = uniform(12, 200);
    forward.reference_ids.fill(1);
    backward.reference_ids.fill(3);
    backward.distortions[kFirst16x8 + 1] = 60;  // 96 + 60 < 160
    const auto no_mix = [](DecisionRules& rules, InterCosts&) { rules.disable_direction_mix = true; };
    const InterResult r = decide_with(forward, &backward, no_mix);
    EXPECT_EQ(r.major_shape, MajorShape::shape_16x8);
    EXPECT_EQ(r.best_distortion, 156);
    for (const Direction d : r.directions) EXPECT_EQ(d, Direction::backward);
    // Both vectors and ids are reported all the same.
    EXPECT_EQ(r.vectors[0], (BidirectionalVector{{100 + kFirst16x8, 0}, {200 + kFirst16x8, 0}}));
    EXPECT_EQ(r.reference_ids[3], (ReferenceIds{1, 3}));

    backward.distortions[kFirst16x8 + 1] = 64;  // ties with forward's 160
    EXPECT_EQ(decide_with(forward, &backward, no_mix).directions[3], Direction::forward);
}

TEST(Decision, DistortionsStayAtTheLargestThatFits) {
    const InterResult r = decide_with(uniform(5000), nullptr, kDefaults);
    EXPECT_EQ(r.best_distortion, 65535);
    EXPECT_EQ(r.distortions[0], 65535);
}

}  // namespace
}  // namespace genmedia::vme
