// SPDX-License-Identifier: MIT
// How C for Metal's messages and OpenCL's payloads pack the unit's values, and how to unpack them. Both have
// the same fields.
#pragma once

#include "genmedia/partition.h"
#include "genmedia/vme.h"

#include <array>
#include <cstdint>
#include <optional>

namespace genmedia::vme {

constexpr MotionVector unpack_vector(uint32_t bits) {
    return {static_cast<int16_t>(bits), static_cast<int16_t>(bits >> 16)};
}
constexpr BidirectionalVector unpack_vectors(uint64_t bits) {
    return {unpack_vector(static_cast<uint32_t>(bits)), unpack_vector(static_cast<uint32_t>(bits >> 32))};
}
constexpr uint32_t pack(MotionVector vector) {
    return static_cast<uint16_t>(vector.x) | static_cast<uint32_t>(static_cast<uint16_t>(vector.y)) << 16;
}
constexpr uint64_t pack(const BidirectionalVector& vectors) {
    return pack(vectors.forward) | static_cast<uint64_t>(pack(vectors.backward)) << 32;
}

constexpr CostTable unpack_cost_table(uint64_t bits) {
    CostTable table;
    for (size_t i = 0; i < table.size(); i++) table[i] = {static_cast<uint8_t>(bits >> (8 * i))};
    return table;
}

// 16 bits, then six times eight.
constexpr TransformThresholds unpack_thresholds(uint64_t bits) {
    TransformThresholds thresholds{static_cast<uint16_t>(bits)};
    for (int k = 1; k < 7; k++) thresholds[k] = static_cast<uint8_t>(bits >> (8 + 8 * k));
    return thresholds;
}

// A message's "SAD adjustment": 0 none, 2 Haar.
constexpr Distortion unpack_distortion(uint8_t adjustment, bool ac_only) {
    if (ac_only) return Distortion::ac_haar;
    return adjustment == 0 ? Distortion::sad : Distortion::haar;
}

constexpr Scan unpack_scan(bool interlaced, uint32_t polarity) {
    if (!interlaced) return Scan::progressive;
    return polarity == 0 ? Scan::top_field : Scan::bottom_field;
}

// Two bits a block, from the lowest: 1 forward, 2 backward, 3 both.
constexpr std::optional<Direction> unpack_skip_direction(uint32_t mask, int block) {
    const uint32_t bits = mask >> (2 * block) & 3;
    if (bits == 0) return std::nullopt;
    return static_cast<Direction>(bits - 1);
}

// Messages name a reference for each quadrant; a partition uses the reference of its first quadrant.
inline void share_references(MajorShape major, std::array<Reference, 4>& references) {
    for (int q = 0; q < 4; q++) references[q] = references[first_quadrant(major, q)];
}
inline void share_references(RefineRequest& request) {
    share_references(request.major_shape, request.forward);
    share_references(request.major_shape, request.backward);
}
inline void share_references(SkipCheck& skip) {
    const MajorShape shape = skip.partition_8x8 ? MajorShape::shape_8x8 : MajorShape::shape_16x16;
    share_references(shape, skip.forward);
    share_references(shape, skip.backward);
}

// Which neighbours there are. Bits 2 and 3 are as silicon has them (the golden intra frames); the comment in
// C for Metal's header names them the other way round.
constexpr void unpack_neighbors(uint8_t bits, IntraNeighbors& neighbors) {
    neighbors.has_left = (bits & 0x60) != 0;
    neighbors.has_upper = (bits & 0x10) != 0;
    neighbors.has_upper_right = (bits & 0x08) != 0;
    neighbors.has_upper_left = (bits & 0x04) != 0;
}

constexpr std::array<uint8_t, 2> unpack_chroma_pixel(uint16_t bits) {
    return {static_cast<uint8_t>(bits), static_cast<uint8_t>(bits >> 8)};
}

}  // namespace genmedia::vme
