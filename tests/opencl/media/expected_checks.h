// SPDX-License-Identifier: MIT
// The outputs that the two kernels of cl_intel_advanced_motion_estimation must write, from the native unit,
// and the outputs that they must not change.
#pragma once

#include "opencl/builtins/intras.h"
#include "opencl/media/expected.h"

namespace genmedia::test {

// What buffers hold before a launch.
constexpr Short2 kNoVector{0x5A5A, 0x5A5A};
constexpr cl_ushort kNoResidual = 0xFEDC;
constexpr cl_char kNoMode = 77;

// Macroblock `number` of a region.
struct Macroblock {
    size_t column, row;
    int x, y;  // its first pixel

    Macroblock(const Region& region, size_t number)
        : column(number % region.columns()),
          row(number / region.columns()),
          x(static_cast<int>(region.x + 16 * column)),
          y(static_cast<int>(region.y + 16 * row)) {}
    std::string text() const {
        return "macroblock at (" + std::to_string(x) + ", " + std::to_string(y) + ")";
    }
};

inline vme::MotionVector native(Short2 vector) { return {vector.x, vector.y}; }

// A macroblock's blocks are consecutive. An empty buffer was NULL.
inline void expect_match(const std::vector<Short2>& vectors, const std::vector<cl_ushort>& residuals,
                         size_t number, const Descriptor& descriptor, const Found& found) {
    const size_t blocks = static_cast<size_t>(blocks_of(descriptor)), step = 16 / blocks;
    for (size_t block = 0; block < blocks; block++) {
        const size_t at = number * blocks + block;
        if (!vectors.empty()) {
            ASSERT_EQ(vectors[at], found.vectors[block * step]) << "block " << block;
        }
        if (!residuals.empty()) {
            ASSERT_EQ(residuals[at], found.distortions[block * step]) << "block " << block;
        }
    }
}

inline void expect_no_match(const std::vector<Short2>& vectors, const std::vector<cl_ushort>& residuals,
                            size_t number, const Descriptor& descriptor) {
    Found nothing;
    nothing.vectors.fill(native(kNoVector));
    nothing.distortions.fill(kNoResidual);
    expect_match(vectors, residuals, number, descriptor, nothing);
}

// ---- Skip checks

using SkipVectors = std::array<vme::BidirectionalVector, 4>;
using SkipDirections = std::array<std::optional<vme::Direction>, 4>;

// One value for each quadrant, or the first one for the whole macroblock.
inline std::array<cl_ushort, 4> expected_skip(const Picture& source, const Picture& forward,
                                              const Picture& backward, const Macroblock& at,
                                              const Descriptor& descriptor, bool quadrants,
                                              const SkipDirections& directions, const SkipVectors& vectors,
                                              vme::BidirectionalWeight weight) {
    vme::SicRequest request;
    request.source = source_at(source, at.x, at.y);
    vme::SkipCheck& skip = request.skip.emplace();
    skip.set_forward(reference(forward));
    skip.set_backward(reference(backward));
    skip.partition_8x8 = quadrants;
    skip.directions = directions;
    skip.vectors = vectors;
    skip.weight = weight;
    skip.distortion = distortion_of(descriptor);
    const auto result = evaluated<vme::SicResult>(request);
    return {result.distortions[0], result.distortions[4], result.distortions[8], result.distortions[12]};
}

// ---- Intra estimation

// Neighbours are pixels in the region. Pixels before the region also count if it does not begin at the
// picture's edge. The last column has no upper right neighbours.
inline vme::IntraNeighbors intra_neighbors(const Picture& edges, const Region& region, const Macroblock& at) {
    vme::IntraNeighbors neighbors = neighbors_of(intra_input(edges, nullptr, at.x, at.y));
    neighbors.has_left = at.column > 0 || region.x > 0;
    neighbors.has_upper = at.row > 0 || region.y > 0;
    neighbors.has_upper_left = neighbors.has_left && neighbors.has_upper;
    neighbors.has_upper_right = neighbors.has_upper && at.column + 1 < region.columns();
    return neighbors;
}

// Checks 16x16, 8x8 and 4x4 separately.
inline void expect_intra(const std::vector<cl_char>& modes, const std::vector<cl_ushort>& residuals,
                         size_t number, bool enabled, const Picture& source, const Picture& edges,
                         const Region& region, const Macroblock& at, const Descriptor& descriptor) {
    std::array<cl_char, 22> expected_modes;
    std::array<cl_ushort, 4> expected_residuals;
    expected_modes.fill(kNoMode);
    expected_residuals.fill(kNoResidual);
    const size_t first[] = {0, 1, 5}, count[] = {1, 4, 16};
    for (size_t shape = 0; shape < 3 && enabled; shape++) {
        vme::SicRequest request;
        request.source = source_at(source, at.x, at.y);
        vme::IntraEstimation& intra = request.intra.emplace();
        intra.disabled_partitions = static_cast<uint8_t>(vme::intra_all & ~(1u << shape));
        intra.neighbors = intra_neighbors(edges, region, at);
        intra.distortion = distortion_of(descriptor);
        const auto result = evaluated<vme::SicResult>(request);
        expected_residuals[shape] = result.intra_distortion;
        for (size_t n = 0; n < count[shape]; n++)
            expected_modes[first[shape] + n] = static_cast<cl_char>(result.luma_modes[n * 16 / count[shape]]);
    }
    for (size_t n = 0; n < 22 && !modes.empty(); n++)
        ASSERT_EQ(modes[number * 22 + n], expected_modes[n]) << "intra mode " << n;
    for (size_t n = 0; n < 4 && !residuals.empty(); n++)
        ASSERT_EQ(residuals[number * 4 + n], expected_residuals[n]) << "intra residual " << n;
}

}  // namespace genmedia::test
