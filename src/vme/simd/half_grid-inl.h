// SPDX-License-Identifier: MIT
// Samples between pixels. Around a block all samples on the grid of half pixels are computed once; a
// prediction on the grid of quarter pixels is the truncated mean of two of them.
//
// The samples are kept as their complements. Instructions give a mean that is rounded up, (a + b + 1) >> 1.
// The mean of complements, rounded up, is the complement of the truncated mean. The difference of two
// complements is that of the values, with the other sign.
#if defined(GENMEDIA_SIMD_HALF_GRID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_HALF_GRID_INL_H_
#undef GENMEDIA_SIMD_HALF_GRID_INL_H_
#else
#define GENMEDIA_SIMD_HALF_GRID_INL_H_
#endif

#include "vme/simd/difference-inl.h"
#include "vme/unit_functions.h"

#include <hwy/highway.h>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

class HalfGrid {
public:
    static constexpr int kStride = 32;

    // Two runs of lines whose mean is a prediction; the same one twice where a sample is on the half grid.
    struct Samples {
        const uint8_t *a, *b;  // complements, kStride apart
    };

    // Which lines have samples: those of pixels, those halfway between them, or both.
    enum Lines { pixel_lines = 1, between_lines = 2, all_lines = 3 };

    // Samples for predictions of a block that is at (x, y), in quarter pixels, or up to three of them away.
    HWY_INLINE HalfGrid(const PlaneView& plane, int x, int y, int width, int height, Filter filter,
                        Lines lines = all_lines)
        : first_x_((x >> 2) - 1), first_y_((y >> 2) - 1) {
        if (width == 16) {
            fill<32>(plane, width, height, filter, lines);
        } else {
            fill<16>(plane, width, height, filter, lines);
        }
    }

    // The samples of the prediction at (x, y), in quarter pixels.
    HWY_INLINE Samples at(int x, int y) const {
        int x0 = x >> 1, y0 = y >> 1, x1 = (x + 1) >> 1, y1 = (y + 1) >> 1;
        // With both odd: the two diagonal neighbours that have exactly one half coordinate.
        if (x0 != x1 && y0 != y1 && ((x0 ^ y0) & 1) == 0) std::swap(x0, x1);
        return {sample(x0, y0), sample(x1, y1)};
    }

private:
    static constexpr int kLines = 18, kTaps = 3;  // lines of 16 and one on each side; what the filter adds

    HWY_INLINE const uint8_t* sample(int x, int y) const {
        return planes_[(y & 1) * 2 + (x & 1)] + ((y >> 1) - first_y_) * kStride + (x >> 1) - first_x_;
    }

    // The sample between b and c, whose outer neighbours are a and d.
    template <class V>
    static HWY_INLINE V halfway(Filter filter, V a, V b, V c, V d) {
        const V inner = hn::Add(b, c);
        if (filter == Filter::bilinear) return hn::ShiftRight<1>(inner);
        const V five = hn::Add(hn::ShiftLeft<2>(inner), inner);
        return hn::ShiftRight<3>(hn::Sub(five, hn::Add(a, d)));
    }

    // Columns: how many samples of a line are computed; only width + 2 of them are used.
    template <int Columns>
    HWY_INLINE void fill(const PlaneView& plane, int width, int height, Filter filter, Lines wanted) {
        constexpr int fetched_columns = Columns + 16;  // reading Columns from column 3 on
        uint8_t fetched[(kLines + kTaps) * fetched_columns];
        const int x = first_x_ - 1, y = first_y_ - 1, lines = height + 2;
        const uint8_t* pixels;
        ptrdiff_t stride;
        if (is_inside(plane, x, y, Columns + kTaps, lines + kTaps)) {
            pixels = plane.line(y) + x;
            stride = plane.stride;
        } else {
            fetch(plane, x, y, width + 2 + kTaps, lines + kTaps, fetched, fetched_columns);
            // Samples beyond the fetched ones are read too, and discarded: here they are 0.
            for (int line = 0; line < lines + kTaps; line++) {
                std::memset(fetched + line * fetched_columns + width + 2 + kTaps, 0,
                            static_cast<size_t>(fetched_columns - (width + 2 + kTaps)));
            }
            pixels = fetched;
            stride = fetched_columns;
        }
        if (wanted & pixel_lines) {
            for (int line = 0; line < lines; line++)
                filter_right<Columns>(pixels + (line + 1) * stride, filter, line, 0);
        }
        if (!(wanted & between_lines)) return;
        // Each filter passes over all lines, so that no line is read back right after it was written.
        alignas(64)
            uint8_t between[kLines * fetched_columns];  // vertically filtered, from one column to the left on
        for (int line = 0; line < lines; line++)
            filter_down<Columns>(pixels + line * stride, stride, filter, between + line * fetched_columns);
        for (int line = 0; line < lines; line++)
            filter_right<Columns>(between + line * fetched_columns, filter, line, 2);
    }

    template <int Columns>
    HWY_INLINE void filter_down(const uint8_t* pixels, ptrdiff_t stride, Filter filter, uint8_t* to) const {
        const hn::CappedTag<int16_t, Columns> d;
        const hn::Rebind<uint8_t, decltype(d)> bytes;
        const auto load = [&](const uint8_t* from)
                              HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(bytes, from)); };
        for (int x = 0; x < Columns; x += static_cast<int>(hn::MaxLanes(d))) {
            const uint8_t* const p = pixels + x;
            hn::StoreU(hn::DemoteTo(bytes, halfway(filter, load(p), load(p + stride), load(p + 2 * stride),
                                                   load(p + 3 * stride))),
                       bytes, to + x);
        }
        hn::StoreU(hn::Zero(Bytes16()), Bytes16(), to + Columns);
    }

    // Writes a line of the planes `plane` (pixels as they are) and plane + 1 (halfway to the right). `pixels`
    // start one column to the left.
    template <int Columns>
    HWY_INLINE void filter_right(const uint8_t* pixels, Filter filter, int line, int plane) {
        const hn::CappedTag<int16_t, Columns> d;
        const hn::Rebind<uint8_t, decltype(d)> bytes;
        uint8_t *const whole = planes_[plane] + line * kStride, *const half =
                                                                    planes_[plane + 1] + line * kStride;
        for (int x = 0; x < Columns; x += static_cast<int>(hn::MaxLanes(d))) {
            const uint8_t* const p = pixels + x;
            const auto inner = hn::LoadU(bytes, p + 1);
            const auto load = [&](const uint8_t* from)
                                  HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(bytes, from)); };
            hn::StoreU(hn::Not(inner), bytes, whole + x);
            hn::StoreU(hn::Not(hn::DemoteTo(bytes, halfway(filter, load(p), hn::PromoteTo(d, inner),
                                                           load(p + 2), load(p + 3)))),
                       bytes, half + x);
        }
    }

    int first_x_, first_y_;                            // the pixel of the planes' first sample
    alignas(64) uint8_t planes_[4][kLines * kStride];  // whole pixels, half to the right, half below, both
};

inline void predict(const PlaneView& plane, int x, int y, int width, int height, Filter filter, Pixels& to) {
    if (x % 4 == 0 && y % 4 == 0) return fetch(plane, x / 4, y / 4, width, height, to.data(), kBlockStride);
    // A sample at a quarter is the mean of two at halves, one of them on a pixel's line.
    const HalfGrid::Lines lines = y % 4 == 0   ? HalfGrid::pixel_lines
                                  : y % 2 == 0 ? HalfGrid::between_lines
                                               : HalfGrid::all_lines;
    const HalfGrid grid(plane, x, y, width, height, filter, lines);
    const HalfGrid::Samples samples = grid.at(x, y);
    const Bytes16 d;
    for (int line = 0; line < height; line++) {  // blocks narrower than a line of `to`: the rest is not read
        const auto a = hn::LoadU(d, samples.a + line * HalfGrid::kStride);
        const auto b = hn::LoadU(d, samples.b + line * HalfGrid::kStride);
        hn::StoreU(hn::Not(hn::AverageRound(a, b)), d, to.data() + line * kBlockStride);
    }
}

inline void mix(const Pixels& forward, const Pixels& backward, BidirectionalWeight weight, int, int height,
                Pixels& to) {
    const hn::FixedTag<uint16_t, 8> d;
    const hn::FixedTag<uint8_t, 8> bytes;
    const auto w = static_cast<uint16_t>(weight);
    const auto from_backward = hn::Set(d, w), from_forward = hn::Set(d, static_cast<uint16_t>(64 - w));
    for (int i = 0; i < height * kBlockStride; i += 8) {
        const auto f = hn::PromoteTo(d, hn::LoadU(bytes, forward.data() + i));
        const auto b = hn::PromoteTo(d, hn::LoadU(bytes, backward.data() + i));
        const auto sum = hn::Add(hn::Mul(f, from_forward), hn::Mul(b, from_backward));
        const auto mixed = hn::ShiftRight<6>(hn::Add(sum, hn::Set(d, static_cast<uint16_t>(32))));
        const hn::FixedTag<int16_t, 8> ds;
        hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(ds, mixed)), bytes, to.data() + i);
    }
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
