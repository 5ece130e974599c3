// SPDX-License-Identifier: MIT
// The 41 blocks that a macroblock can be cut into, which of them a result has, and where in its arrays they
// are.
//
//     for_each_block(field.inter[index], [&](const vme::Block& block) {
//         draw(block.x, block.y, vme::entry_of(field.inter[index].vectors, block));
//     });
#pragma once

#include "genmedia/vme.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace genmedia::vme {

// A block's place in the macroblock, in pixels.
struct Block {
    uint8_t x, y, width, height;

    // The quadrant that holds its upper left pixel.
    constexpr int quadrant() const { return y / 8 * 2 + x / 8; }
    // Whether pixel (px, py) of the macroblock lies in the block.
    constexpr bool contains(int px, int py) const {
        return px >= x && px < x + width && py >= y && py < y + height;
    }
};

inline constexpr int kBlockCount = 41;
inline constexpr int kMajorBlockCount = 9;  // the first ones: 16x16, 16x8, 8x16, 8x8

// Index of the first block of each size; blocks of one size follow each other in Z order.
inline constexpr int kFirst16x16 = 0, kFirst16x8 = 1, kFirst8x16 = 3, kFirst8x8 = 5, kFirst8x4 = 9,
                     kFirst4x8 = 17, kFirst4x4 = 25;

// kBlocks.
constexpr std::array<Block, kBlockCount> make_blocks() {
    std::array<Block, kBlockCount> blocks{};
    blocks[kFirst16x16] = {0, 0, 16, 16};
    for (uint8_t n = 0; n < 2; n++) {
        blocks[kFirst16x8 + n] = {0, static_cast<uint8_t>(8 * n), 16, 8};
        blocks[kFirst8x16 + n] = {static_cast<uint8_t>(8 * n), 0, 8, 16};
    }
    for (uint8_t q = 0; q < 4; q++) {
        const auto x = static_cast<uint8_t>(q % 2 * 8), y = static_cast<uint8_t>(q / 2 * 8);
        blocks[kFirst8x8 + q] = {x, y, 8, 8};
        for (uint8_t n = 0; n < 4; n++) {
            const auto right = static_cast<uint8_t>(x + n % 2 * 4),
                       down = static_cast<uint8_t>(y + n / 2 * 4);
            blocks[kFirst4x4 + 4 * q + n] = {right, down, 4, 4};
            if (n % 2 == 0) blocks[kFirst8x4 + 2 * q + n / 2] = {x, down, 8, 4};
            if (n / 2 == 0) blocks[kFirst4x8 + 2 * q + n] = {right, y, 4, 8};
        }
    }
    return blocks;
}

// All blocks, the largest first.
inline constexpr std::array<Block, kBlockCount> kBlocks = make_blocks();

// A run of blocks: indices first .. first + count - 1.
struct BlockRun {
    int first, count;
};

// The blocks of quadrant q cut as `minor`.
constexpr BlockRun minor_blocks(int q, MinorShape minor) {
    switch (minor) {
        case MinorShape::shape_8x8: return {kFirst8x8 + q, 1};
        case MinorShape::shape_8x4: return {kFirst8x4 + 2 * q, 2};
        case MinorShape::shape_4x8: return {kFirst4x8 + 2 * q, 2};
        case MinorShape::shape_4x4: return {kFirst4x4 + 4 * q, 4};
    }
    return {};
}

// The partitions of a macroblock, each of which has one direction: the macroblock, its halves or its
// quadrants.
constexpr int partition_count(MajorShape major) {
    return major == MajorShape::shape_16x16 ? 1 : major == MajorShape::shape_8x8 ? 4 : 2;
}

// The blocks of partition n.
constexpr BlockRun partition_blocks(MajorShape major, const std::array<MinorShape, 4>& minors, int n) {
    switch (major) {
        case MajorShape::shape_16x16: return {kFirst16x16, 1};
        case MajorShape::shape_16x8: return {kFirst16x8 + n, 1};
        case MajorShape::shape_8x16: return {kFirst8x16 + n, 1};
        case MajorShape::shape_8x8: return minor_blocks(n, minors[n]);
    }
    return {};
}

// The first quadrant of the partition that holds quadrant q.
constexpr int first_quadrant(MajorShape major, int q) {
    switch (major) {
        case MajorShape::shape_16x16: return 0;
        case MajorShape::shape_16x8: return q / 2 * 2;
        case MajorShape::shape_8x16: return q % 2;
        case MajorShape::shape_8x8: break;
    }
    return q;
}

// The quadrant that holds the upper left pixel of partition n.
constexpr int partition_quadrant(MajorShape major, int n) {
    return kBlocks[partition_blocks(major, {}, n).first].quadrant();
}

// Upper left pixel, from the macroblock's, of entry e (4 * quadrant + 4x4 block) of InterResult's arrays.
constexpr int entry_x(int e) { return e / 4 % 2 * 8 + e % 2 * 4; }
constexpr int entry_y(int e) { return e / 8 * 8 + e / 2 % 2 * 4; }

// The entry of the 4x4 block in column bx, row by, 0..3 each.
constexpr int entry_at(int bx, int by) { return (by / 2 * 2 + bx / 2) * 4 + by % 2 * 2 + bx % 2; }

// The first entry that the block covers.
constexpr int first_entry(const Block& block) { return entry_at(block.x / 4, block.y / 4); }

// Writes `value` to the entries that the block covers.
template <class T>
void spread(std::array<T, 16>& entries, const Block& block, const T& value) {
    for (int by = block.y / 4; by < (block.y + block.height) / 4; by++) {
        for (int bx = block.x / 4; bx < (block.x + block.width) / 4; bx++) entries[entry_at(bx, by)] = value;
    }
}

// Writes `value` to the quadrants that partition n of `major` covers.
template <class T>
void spread_quadrants(std::array<T, 4>& quadrants, MajorShape major, int n, const T& value) {
    const Block& whole = kBlocks[partition_blocks(major, {}, n).first];
    for (int q = 0; q < 4; q++) {
        if (whole.contains(q % 2 * 8, q / 2 * 8)) quadrants[q] = value;
    }
}

// The value of the block's first entry. In a result all entries of a block are equal.
template <class T>
const T& entry_of(const std::array<T, 16>& entries, const Block& block) {
    return entries[first_entry(block)];
}

// Calls call(block) for each block that the macroblock is cut into: partition after partition, each in Z
// order.
template <class Call>
void for_each_block(const InterResult& result, const Call& call) {
    for (int n = 0; n < partition_count(result.major_shape); n++) {
        const BlockRun run = partition_blocks(result.major_shape, result.minor_shapes, n);
        for (int b = run.first; b < run.first + run.count; b++) call(kBlocks[b]);
    }
}

// A value for each entry of a message.
using PackedDistortions = std::array<uint16_t, 16>;

// Distortions as the unit's messages have them, and so OpenCL and C for Metal: a block's in its first entry,
// 0 in those that repeat its vector [prm: W5.0, page 88; Intel's programs read the first entries alone]. With
// the penalties of its shape and direction, as [ext: MCE]'s formula has it: a program of Intel's compares
// those of 16x16 and 8x8 with the skip check's (vuiseng9/ocl-vme, vme_ds_multi_ref_hme_swsb). Guess: a
// penalty that blocks share is in none of theirs.
inline PackedDistortions packed_distortions(const InterResult& result, const InterCosts& costs) {
    PackedDistortions packed{};
    const bool whole = result.major_shape == MajorShape::shape_16x16,
               quadrants = result.major_shape == MajorShape::shape_8x8;
    for (int n = 0; n < partition_count(result.major_shape); n++) {
        const BlockRun run = partition_blocks(result.major_shape, result.minor_shapes, n);
        const int q = partition_quadrant(result.major_shape, n);
        uint32_t own = 0;
        if (run.count == 1 && result.directions[q] == Direction::backward)
            own += costs.backward_direction.value();
        if (whole) own += costs.shape.shape_16x16.value();
        if (quadrants && run.count == 1) own += costs.shape.shape_8x8.value();
        for (int b = run.first; b < run.first + run.count; b++) {
            const auto entry = static_cast<size_t>(first_entry(kBlocks[b]));
            packed[entry] =
                static_cast<uint16_t>(std::min<uint32_t>(result.distortions[entry] + own, 0xFFFF));
        }
    }
    return packed;
}

// The same of a skip check.
inline PackedDistortions packed_distortions(const SicResult& result, bool partition_8x8) {
    PackedDistortions packed{};
    for (size_t entry = 0; entry < packed.size(); entry += partition_8x8 ? 4 : 16)
        packed[entry] = result.distortions[entry];
    return packed;
}

}  // namespace genmedia::vme
