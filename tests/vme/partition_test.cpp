// SPDX-License-Identifier: MIT
#include "genmedia/partition.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace genmedia::vme {
namespace {

// AVC's figure 6-10 (6.4.3): 4x4 blocks in decoding order, as rows of the macroblock.
constexpr std::array<std::array<int, 4>, 4> kZOrder = {
    {{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}}};

TEST(Partition, EntriesAreInZOrder) {
    for (int by = 0; by < 4; by++) {
        for (int bx = 0; bx < 4; bx++) {
            const int entry = kZOrder[by][bx];
            EXPECT_EQ(entry_at(bx, by), entry);
            EXPECT_EQ(entry_x(entry), 4 * bx);
            EXPECT_EQ(entry_y(entry), 4 * by);
        }
    }
}

InterResult result_of(MajorShape major, std::array<MinorShape, 4> minors) {
    InterResult result;
    result.major_shape = major;
    result.minor_shapes = minors;
    return result;
}

TEST(Partition, BlocksCoverEachPixelOnce) {
    for (int shapes = 0; shapes < 4 * 256; shapes++) {
        std::array<MinorShape, 4> minors{};
        for (int q = 0; q < 4; q++) minors[q] = static_cast<MinorShape>(shapes >> (2 * q) & 3);
        std::array<std::array<int, 16>, 16> covered{};
        for_each_block(result_of(static_cast<MajorShape>(shapes >> 8), minors), [&](const Block& block) {
            for (int y = block.y; y < block.y + block.height; y++) {
                for (int x = block.x; x < block.x + block.width; x++) covered[y][x]++;
            }
        });
        for (const auto& row : covered) {
            for (const int times : row) ASSERT_EQ(times, 1) << "shapes " << shapes;
        }
    }
}

TEST(Partition, BlocksAreThoseOfTheShapes) {
    using enum MinorShape;
    std::vector<std::array<int, 4>> blocks;
    for_each_block(result_of(MajorShape::shape_8x8, {shape_4x4, shape_8x8, shape_8x4, shape_4x8}),
                   [&](const Block& b) {
                       blocks.push_back({b.x, b.y, b.width, b.height});
                   });
    const std::vector<std::array<int, 4>> expected = {{0, 0, 4, 4},  {4, 0, 4, 4}, {0, 4, 4, 4},
                                                      {4, 4, 4, 4},  {8, 0, 8, 8}, {0, 8, 8, 4},
                                                      {0, 12, 8, 4}, {8, 8, 4, 8}, {12, 8, 4, 8}};
    EXPECT_EQ(blocks, expected);
}

TEST(Partition, EntryOfABlockIsItsFirst) {
    std::array<int, 16> entries{};
    for (int e = 0; e < 16; e++) entries[e] = e;
    EXPECT_EQ(entry_of(entries, kBlocks[kFirst16x16]), 0);
    EXPECT_EQ(entry_of(entries, kBlocks[kFirst16x8 + 1]), 8);
    EXPECT_EQ(entry_of(entries, kBlocks[kFirst8x16 + 1]), 4);
    EXPECT_EQ(entry_of(entries, (Block{12, 8, 4, 8})), 13);
    EXPECT_EQ(entry_of(entries, (Block{0, 12, 8, 4})), 10);
}

}  // namespace
}  // namespace genmedia::vme
