// SPDX-License-Identifier: MIT
#include "genmedia/block_vectors.h"
#include "genmedia/partition.h"

#include <algorithm>
#include <limits>
#include <string>

namespace genmedia {
namespace {

// Of a block from `at` on, in quarter pixels, the block that holds the middle of its match.
int32_t block_of_match(int32_t at, int16_t quarters, int32_t blocks) {
    constexpr int quarters_of_a_block = 16;
    const int32_t middle = at * quarters_of_a_block + quarters_of_a_block / 2 + quarters;
    return std::clamp(middle < 0 ? 0 : middle / quarters_of_a_block, 0, blocks - 1);
}

int16_t sum_of(int16_t a, int16_t b) {
    using Limits = std::numeric_limits<int16_t>;
    return static_cast<int16_t>(std::clamp(int{a} + b, int{Limits::min()}, int{Limits::max()}));
}

}  // namespace

VectorGrid vector_grid(const MotionField& field) {
    VectorGrid grid;
    if (!field.has_inter) return grid;
    grid.columns = 4 * field.columns;
    grid.rows = 4 * field.rows;
    grid.vectors.resize(static_cast<size_t>(grid.columns) * static_cast<size_t>(grid.rows));
    for (int my = 0; my < field.rows; my++)
        for (int mx = 0; mx < field.columns; mx++) {
            const vme::InterResult& result = field.inter[static_cast<size_t>(my * field.columns + mx)];
            for (int e = 0; e < 16; e++) {
                const int bx = 4 * mx + vme::entry_x(e) / 4, by = 4 * my + vme::entry_y(e) / 4;
                grid.vectors[static_cast<size_t>(by * grid.columns + bx)] =
                    result.vectors[static_cast<size_t>(e)].forward;
            }
        }
    return grid;
}

Status chain_vectors(const VectorGrid& first, const VectorGrid& second, VectorGrid& chained) {
    if (first.columns != second.columns || first.rows != second.rows) {
        const auto size = [](const VectorGrid& grid) {
            return std::to_string(grid.columns) + "x" + std::to_string(grid.rows);
        };
        return {StatusCode::invalid_argument,
                "second has " + size(second) + " blocks; expected " + size(first) + ", as first"};
    }
    VectorGrid result{first.columns, first.rows, first.vectors};
    for (int32_t by = 0; by < result.rows; by++)
        for (int32_t bx = 0; bx < result.columns; bx++) {
            vme::MotionVector& v = result.vectors[static_cast<size_t>(by * result.columns + bx)];
            const int32_t column = block_of_match(bx, v.x, result.columns),
                          row = block_of_match(by, v.y, result.rows);
            const vme::MotionVector onward =
                second.vectors[static_cast<size_t>(row * result.columns + column)];
            v = {sum_of(v.x, onward.x), sum_of(v.y, onward.y)};
        }
    chained = std::move(result);
    return {};
}

}  // namespace genmedia
