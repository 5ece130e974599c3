// SPDX-License-Identifier: MIT
// What true motion is made of, each by its definition.
#include "motion/field_backends.h"
#include "motion/field_rules/four_colour_order.h"
#include "motion/field_rules/half_round_order.h"
#include "motion/true_motion/block_costs.h"
#include "motion/true_motion/motion_regions.h"
#include "vme/backends.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

namespace genmedia::motion {
namespace {

PaddedPicture noise(int width, int height) {
    std::mt19937 random(1);
    std::vector<uint8_t> samples(static_cast<size_t>(width * height));
    for (uint8_t& sample : samples) sample = static_cast<uint8_t>(random());
    return PaddedPicture(PlaneView{samples.data(), width, height, width});
}

// Each block adds up itself and the eight around it: a result that depends on the order.
std::vector<unsigned> added_up(int columns, int rows, bool in_four_passes) {
    std::vector<unsigned> values(static_cast<size_t>(columns * rows));
    for (size_t i = 0; i < values.size(); i++) values[i] = static_cast<unsigned>(i * i + 1);
    const auto body = [&](int bx, int by) {
        unsigned sum = 0;
        for (int y = std::max(0, by - 1); y <= std::min(rows - 1, by + 1); y++)
            for (int x = std::max(0, bx - 1); x <= std::min(columns - 1, bx + 1); x++)
                sum = 31 * sum + values[static_cast<size_t>(y * columns + x)];
        values[static_cast<size_t>(by * columns + bx)] = sum;
    };
    if (!in_four_passes) {
        each_block_by_colour(columns, rows, body);
        return values;
    }
    for (int pass = 0; pass < 4; pass++)
        for (int by = pass / 2; by < rows; by += 2)
            for (int bx = pass % 2; bx < columns; bx += 2) body(bx, by);
    return values;
}

TEST(Blocks, ChangeInTurnAsInFourPasses) {
    for (const int rows : {1, 2, 15, 16, 17, 31, 32, 33, 100})
        for (const int columns : {1, 2, 7})
            for (const int threads : {1, 3, 9})
                walker::with_workers(threads, [&, rows = rows, columns = columns] {
                    EXPECT_EQ(added_up(columns, rows, false), added_up(columns, rows, true))
                        << columns << "x" << rows;
                });
}

// Every second block adds up itself and those beside it, then the others do: a result that depends on the
// order.
std::vector<unsigned> added_up_by_halves(int columns, int rows, int halves, bool row_by_row) {
    std::vector<unsigned> values(static_cast<size_t>((columns + 2) * (rows + 2)));
    for (size_t i = 0; i < values.size(); i++) values[i] = static_cast<unsigned>(i * i + 1);
    const auto body = [&](int by, int half) {
        for (int bx = (by + half) % 2; bx < columns; bx += 2) {
            unsigned* const at = values.data() + (by + 1) * (columns + 2) + bx + 1;
            for (const int step : {-1, 1, -columns - 2, columns + 2}) *at = 31 * *at + at[step];
        }
    };
    if (row_by_row)
        each_row_of_half_rounds(rows, halves, body);
    else
        for (int half = 0; half < halves; half++)
            for (int by = 0; by < rows; by++) body(by, half);
    return values;
}

TEST(Blocks, GoThroughHalfRoundsAsOneAfterTheOther) {
    for (const int halves : {1, 2, 3, 16})
        for (const int rows : {1, 2, 5, 31, 32, 33, 63, 64, 65, 100})
            for (const int threads : {1, 3, 9})
                walker::with_workers(threads, [&, halves = halves, rows = rows] {
                    EXPECT_EQ(added_up_by_halves(7, rows, halves, true),
                              added_up_by_halves(7, rows, halves, false))
                        << rows << " rows, " << halves << " halves";
                });
}

TEST(Blocks, OfNearlyEqualMotionAreRegions) {
    std::mt19937 random(1);
    for (const auto& [columns, rows] : {std::pair(1, 1), {1, 9}, {9, 1}, {13, 8}, {40, 31}})
        for (const int motions : {1, 2, 5}) {
            const int count = columns * rows;
            std::vector<RealVector> vectors(static_cast<size_t>(count));
            for (RealVector& v : vectors)
                v = {0.6F * static_cast<float>(random() % static_cast<unsigned>(motions)), 0.25F};
            // Each block's region has the number of its first block: the smallest that reaches it.
            std::vector<int> first(static_cast<size_t>(count));
            for (int i = 0; i < count; i++) first[static_cast<size_t>(i)] = i;
            for (bool changes = true; changes;) {
                changes = false;
                for (int i = 0; i < count; i++)
                    for (const auto& [dx, dy] : {std::pair(-1, 0), {1, 0}, {0, -1}, {0, 1}}) {
                        const int x = i % columns + dx, y = i / columns + dy, n = y * columns + x;
                        if (x < 0 || y < 0 || x >= columns || y >= rows) continue;
                        int &own = first[static_cast<size_t>(i)], its = first[static_cast<size_t>(n)];
                        const RealVector a = vectors[static_cast<size_t>(i)],
                                         b = vectors[static_cast<size_t>(n)];
                        if (std::abs(a.x - b.x) + std::abs(a.y - b.y) >= kSameMotion || own <= its) continue;
                        own = its;
                        changes = true;
                    }
            }
            const size_t most = static_cast<size_t>(count) / 2;
            const MotionRegions regions(vectors, columns, rows, most);
            size_t found = 0;
            for (int i = 0; i < count; i++) {
                const auto size = static_cast<size_t>(std::ranges::count(first, i));
                if (size == 0 || size > most) continue;
                ASSERT_LT(found, regions.count());
                const std::span<const int> blocks = regions.blocks(found++);
                EXPECT_EQ(blocks.size(), size);
                EXPECT_EQ(blocks[0], i);
                for (const int block : blocks) EXPECT_EQ(first[static_cast<size_t>(block)], i);
            }
            EXPECT_EQ(found, regions.count());
        }
}

TEST(Blocks, WeighTextureAndCountNeighborsByBrightness) {
    for (const auto& [width, height, side] : {std::tuple(37, 22, 8), {37, 22, 4}, {3, 9, 4}}) {
        const PaddedPicture picture = noise(width, height);
        const BlockCosts costs(picture, side);
        const int columns = costs.columns(), rows = costs.rows();
        ASSERT_EQ(columns, (width + side - 1) / side);
        ASSERT_EQ(rows, (height + side - 1) / side);
        const auto mean = [&, side = side](int bx, int by) {
            float sum = 0;
            for (int i = 0; i < side * side; i++)
                sum += *picture.at(bx * side + i % side, by * side + i / side);
            return sum / static_cast<float>(side * side);
        };
        const auto texture = [&, side = side](int bx,
                                              int by) {  // of 16 columns, and 4 lines more on each side
            float sum = 0;
            for (int y = by * side - 4; y < by * side + side + 4; y++)
                for (int x = bx * side + side / 2 - 8; x < bx * side + side / 2 + 8; x++)
                    sum += static_cast<float>(std::abs(*picture.at(x + 1, y) - *picture.at(x, y)) +
                                              std::abs(*picture.at(x, y + 1) - *picture.at(x, y)));
            return sum / static_cast<float>(32 * (side + 8));
        };
        for (int by = 0; by < rows; by++)
            for (int bx = 0; bx < columns; bx++) {
                const size_t i = static_cast<size_t>(by * columns + bx);
                EXPECT_NEAR(costs.weight(i), 0.3F + 0.3F * texture(bx, by), 1e-3) << bx << ", " << by;
                const auto expect_share = [&](int nx, int ny) {
                    if (nx >= columns || ny >= rows) return;
                    const size_t n = static_cast<size_t>(ny * columns + nx);
                    const float expected = 1 / (1 + std::abs(mean(bx, by) - mean(nx, ny)) / 10);
                    EXPECT_NEAR(costs.share(i, n), expected, 1e-5) << bx << ", " << by;
                    EXPECT_EQ(costs.share(n, i), costs.share(i, n)) << bx << ", " << by;
                };
                expect_share(bx + 1, by);
                expect_share(bx, by + 1);
            }
    }
}

TEST(Blocks, LoseTheMeanOf17x17Pixels) {
    for (const auto& [width, height] : {std::pair(40, 300), {1, 1}, {90, 5}}) {
        const PaddedPicture picture = noise(width, height), without = picture.without_mean(kReferenceFields);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                int sum = 0;
                for (int i = 0; i < 17 * 17; i++) sum += *picture.at(x + i % 17 - 8, y + i / 17 - 8);
                const int mean = (sum + 17 * 17 / 2) / (17 * 17);
                ASSERT_EQ(*without.at(x, y), std::clamp(*picture.at(x, y) - mean + 128, 0, 255))
                    << x << ", " << y << " of " << width << "x" << height;
            }
    }
}

}  // namespace
}  // namespace genmedia::motion
