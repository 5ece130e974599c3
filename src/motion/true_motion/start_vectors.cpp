// SPDX-License-Identifier: MIT
#include "motion/true_motion/start_vectors.h"

#include <algorithm>
#include <cmath>

namespace genmedia::motion {
namespace {

constexpr int kSide = 16;  // pixels of a macroblock

}  // namespace

StartVectors::StartVectors(std::span<const FlowVector> vectors, int width, int height)
    : columns_((width + kSide - 1) / kSide),
      rows_((height + kSide - 1) / kSide),
      vectors_(vectors.begin(), vectors.end()) {}

StartVectors StartVectors::reversed() const {
    if (empty()) return {};
    StartVectors result = *this;
    for (FlowVector& v : result.vectors_) v = {-v.x, -v.y};  // where nothing leads
    for (int y = 0; y < rows_; y++)
        for (int x = 0; x < columns_; x++) {
            const FlowVector& v =
                vectors_[static_cast<size_t>(y) * static_cast<size_t>(columns_) + static_cast<size_t>(x)];
            const int to_x = x + nearest(v.x / kSide), to_y = y + nearest(v.y / kSide);
            if (to_x < 0 || to_y < 0 || to_x >= columns_ || to_y >= rows_) continue;
            result.vectors_[static_cast<size_t>(to_y) * static_cast<size_t>(columns_) +
                            static_cast<size_t>(to_x)] = {-v.x, -v.y};
        }
    return result;
}

WorkVector<RealVector> StartVectors::of_level(size_t level, const BlockMotion& blocks) const {
    WorkVector<RealVector> result(blocks.vectors.size());
    const float scale = std::ldexp(1.F, -static_cast<int>(level));
    const auto place = [&](int block, int count) {
        return static_cast<size_t>(
            std::min((blocks.side * block + blocks.side / 2) << level, kSide * count - 1) / kSide);
    };
    for (int by = 0; by < blocks.rows; by++)
        for (int bx = 0; bx < blocks.columns; bx++) {
            const FlowVector& v =
                vectors_[place(by, rows_) * static_cast<size_t>(columns_) + place(bx, columns_)];
            result[blocks.index(bx, by)] = {scale * v.x, scale * v.y};
        }
    return result;
}

}  // namespace genmedia::motion
