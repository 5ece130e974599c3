// SPDX-License-Identifier: MIT
// The nine intra predictions of an 8x8 block. All but DC take runs of the block's edge, read from the
// lower left corner up and then to the right: the edge as it is, or smoothed over two (f2) or three (f3)
// pixels. Each line of a prediction is such a run, whose start moves from line to line.
#if defined(GENMEDIA_SIMD_INTRA_8X8_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_INTRA_8X8_INL_H_
#undef GENMEDIA_SIMD_INTRA_8X8_INL_H_
#else
#define GENMEDIA_SIMD_INTRA_8X8_INL_H_
#endif

#include "vme/simd/difference-inl.h"
#include "vme/unit_functions.h"

#include <hwy/highway.h>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

class Predictions8x8 {
public:
    explicit HWY_INLINE Predictions8x8(const Edges& edges) : edges_(edges) {
        smooth();
        const uint8_t* const f2 = f2_ + kCorner;
        const uint8_t* const f3 = f3_ + kCorner;

        // Vertical right: even lines are runs of f2, odd ones of f3. The pixels that enter at the left are
        // every second pixel of f3 along the left edge.
        uint8_t even[2 * kSize], odd[2 * kSize];
        std::memcpy(even + kSize, f2, kSize);
        std::memcpy(odd + kSize, f3, kSize);
        for (int i = 1; i < kSize / 2; i++) {
            even[kSize - i] = f3[1 - 2 * i];
            odd[kSize - i] = f3[-2 * i];
        }
        // Horizontal down and up: f2 and f3 in turn.
        uint8_t down[3 * kSize], up[4 * kSize];
        for (int i = 0; i < kSize; i++) {
            down[2 * i] = f2[i - kSize];
            down[2 * i + 1] = f3[i - kSize + 1];
        }
        std::memcpy(down + 2 * kSize, f3 + 1, kSize);
        for (int i = 0; i < 3 * kSize / 2; i++) {
            up[2 * i] = f2[-2 - i];
            up[2 * i + 1] = f3[-2 - i];
        }

        const uint8_t mean = dc();
        for (int y = 0; y < kSize; y++) {
            const int half = y / 2;
            put(LumaMode::vertical, y, edges.upper.data());
            std::memset(line(LumaMode::horizontal, y), edges.left[static_cast<size_t>(y)], kSize);
            std::memset(line(LumaMode::dc, y), mean, kSize);
            put(LumaMode::diagonal_down_left, y, f3 + 2 + y);
            put(LumaMode::diagonal_down_right, y, f3 - y);
            put(LumaMode::vertical_right, y, (y % 2 == 0 ? even : odd) + kSize - half);
            put(LumaMode::horizontal_down, y, down + 2 * (kSize - 1 - y));
            put(LumaMode::vertical_left, y, y % 2 == 0 ? f2 + 1 + half : f3 + 2 + half);
            put(LumaMode::horizontal_up, y, up + 2 * y);
        }
    }

    // Lines of kSize pixels, one after the other.
    const uint8_t* of(int mode) const { return predictions_[mode]; }

private:
    static constexpr int kSize = 8;
    static constexpr int kCorner = 16, kEdge = 48;  // the upper left corner's place, and room on both sides

    HWY_INLINE uint8_t* line(LumaMode mode, int y) {
        return predictions_[static_cast<int>(mode)] + y * kSize;
    }
    HWY_INLINE void put(LumaMode mode, int y, const uint8_t* from) {
        std::memcpy(line(mode, y), from, kSize);
    }

    // Beyond both ends the last pixel is repeated.
    HWY_INLINE void smooth() {
        uint8_t edge[1 + kEdge + 16] = {};
        uint8_t* const corner = edge + 1 + kCorner;
        *corner = edges_.upper_left;
        for (int i = 0; i < kSize; i++) corner[-1 - i] = edges_.left[static_cast<size_t>(i)];
        std::memset(edge, edges_.left[kSize - 1], static_cast<size_t>(1 + kCorner - kSize));
        std::memcpy(corner + 1, edges_.upper.data(), 2 * kSize);
        std::memset(corner + 1 + 2 * kSize, edges_.upper[2 * kSize - 1],
                    static_cast<size_t>(edge + sizeof edge - (corner + 1 + 2 * kSize)));
        const Bytes16 d;
        for (int i = 0; i < kEdge; i += 16) {
            const auto before = hn::LoadU(d, edge + i), at = hn::LoadU(d, edge + i + 1),
                       after = hn::LoadU(d, edge + i + 2);
            hn::Store(hn::AverageRound(at, after), d, f2_ + i);
            // (a + 2b + c + 2) >> 2 is the rounded mean of b and the truncated mean of a and c.
            const auto odd = hn::And(hn::Xor(before, after), hn::Set(d, static_cast<uint8_t>(1)));
            hn::Store(hn::AverageRound(at, hn::Sub(hn::AverageRound(before, after), odd)), d, f3_ + i);
        }
    }

    HWY_INLINE uint8_t dc() const {
        uint32_t left = 0, upper = 0;
        for (int i = 0; i < kSize; i++) {
            left += edges_.left[static_cast<size_t>(i)];
            upper += edges_.upper[static_cast<size_t>(i)];
        }
        if (edges_.has_left && edges_.has_upper)
            return static_cast<uint8_t>((left + upper + kSize) / (2 * kSize));
        if (!edges_.has_left && !edges_.has_upper) return 128;
        return static_cast<uint8_t>(((edges_.has_left ? left : upper) + kSize / 2) / kSize);
    }

    const Edges& edges_;
    alignas(16) uint8_t f2_[kEdge], f3_[kEdge];
    alignas(16) uint8_t predictions_[kLumaModeCount][kSize * kSize];
};

inline void intra_8x8(const Edges& edges, Distortion kind, const uint8_t* source,
                      std::array<uint32_t, kLumaModeCount>& distortions) {
    const Predictions8x8 predictions(edges);
    for (int mode = 0; mode < kLumaModeCount; mode++)
        distortions[static_cast<size_t>(mode)] =
            difference<8>(kind, source, kBlockStride, predictions.of(mode), 8, 8);
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
