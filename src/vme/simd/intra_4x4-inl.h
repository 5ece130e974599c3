// SPDX-License-Identifier: MIT
// The nine intra predictions of a macroblock's sixteen 4x4 blocks, whose inner neighbours are source pixels
// and so known beforehand. A lane is a block.
//
// All modes but DC take pixels of the block's edge, read from the lower left corner up and then to the right:
// as they are, or smoothed over two or three of them.
#if defined(GENMEDIA_SIMD_INTRA_4X4_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_INTRA_4X4_INL_H_
#undef GENMEDIA_SIMD_INTRA_4X4_INL_H_
#else
#define GENMEDIA_SIMD_INTRA_4X4_INL_H_
#endif

#include "vme/simd/block_lanes-inl.h"
#include "vme/simd/haar-inl.h"
#include "vme/unit_functions.h"

#include <hwy/highway.h>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Where a prediction's pixels are in Lanes4x4::samples: the edge, smoothed over two, over three, and DC. In
// each the corner is at 4, left pixel i at 3 - i, upper pixel i at 5 + i.
inline constexpr int kEdge4x4 = 13, kPairs4x4 = kEdge4x4, kTriples4x4 = 2 * kEdge4x4, kDc4x4 = 3 * kEdge4x4;

// The sample of pixel (x, y) in a mode. [ITU-T H.264, 8.3.1.2]
constexpr int sample_4x4(LumaMode mode, int x, int y) {
    constexpr int corner = 4;
    const int down = 2 * y - x, right = 2 * x - y, up = x + 2 * y;
    switch (mode) {
        case LumaMode::vertical: return corner + 1 + x;
        case LumaMode::horizontal: return corner - 1 - y;
        case LumaMode::dc: return kDc4x4;
        case LumaMode::diagonal_down_left: return kTriples4x4 + corner + 2 + x + y;
        case LumaMode::diagonal_down_right: return kTriples4x4 + corner + x - y;
        case LumaMode::vertical_right:
            if (right < -1) return kTriples4x4 + corner + 1 + right;
            if (right == -1) return kTriples4x4 + corner;
            return (right % 2 == 0 ? kPairs4x4 : kTriples4x4) + corner + x - y / 2;
        case LumaMode::horizontal_down:
            if (down < -1) return kTriples4x4 + corner - 1 - down;
            if (down == -1) return kTriples4x4 + corner;
            return (down % 2 == 0 ? kPairs4x4 + corner - 1 : kTriples4x4 + corner) - (y - x / 2);
        case LumaMode::vertical_left:
            return (y % 2 == 0 ? kPairs4x4 + corner + 1 : kTriples4x4 + corner + 2) + x + y / 2;
        case LumaMode::horizontal_up:
            if (up > 5) return 0;
            if (up == 5) return kTriples4x4;
            return (up % 2 == 0 ? kPairs4x4 : kTriples4x4) + corner - 2 - (y + x / 2);
    }
    return 0;
}

inline constexpr auto kSamples4x4 = [] {
    std::array<std::array<uint8_t, 16>, kLumaModeCount> places{};
    for (size_t mode = 0; mode < places.size(); mode++)
        for (int i = 0; i < 16; i++)
            places[mode][static_cast<size_t>(i)] =
                static_cast<uint8_t>(sample_4x4(static_cast<LumaMode>(mode), i % 4, i / 4));
    return places;
}();

// What all modes are made of, 8 bits a block.
struct Lanes4x4 {
    alignas(16) BlockLanes pixels;  // of the source
    alignas(16) uint8_t samples[3 * kEdge4x4 + 1][16];

    HWY_INLINE explicit Lanes4x4(const MacroblockEdges& around) {
        separate_blocks<4>(around.source.data(), pixels);
        load_edges(around);
        smooth();
        fill_dc(around.neighbors);
    }

private:
    using Rows = hn::FixedTag<uint32_t, 4>;  // a lane a row of blocks

    HWY_INLINE uint8_t* edge(int i) { return samples[4 + i]; }  // 0: the corner

    // A block's left edge is the right column of the block before it, its upper edge the lowest line of the
    // one above.
    HWY_INLINE void load_edges(const MacroblockEdges& around) {
        const IntraNeighbors& n = around.neighbors;
        const Bytes16 d;
        alignas(16) uint8_t upper[4 * 16];
        hn::Store(hn::LoadU(d, n.upper.data()), d, upper);
        for (int row = 1; row < 4; row++)
            hn::Store(hn::LoadU(d, around.source.data() + (4 * row - 1) * kBlockStride), d, upper + 16 * row);
        separate_columns(upper, samples + 5);

        const Rows rows;
        const auto left = hn::LoadU(d, n.left.data());
        const auto byte = hn::Set(rows, 0xFFu);
        const auto left_of = [&](auto pixel, auto first) HWY_ATTR {
            return hn::Or(hn::ShiftLeft<8>(hn::BitCast(rows, pixel)), first);
        };
        const auto left_rows = hn::BitCast(rows, left);
        const hn::Vec<Rows> firsts[4] = {
            hn::And(left_rows, byte), hn::And(hn::ShiftRight<8>(left_rows), byte),
            hn::And(hn::ShiftRight<16>(left_rows), byte), hn::ShiftRight<24>(left_rows)};
        for (int y = 0; y < 4; y++)
            hn::Store(hn::BitCast(d, left_of(hn::Load(d, pixels[4 * y + 3]), firsts[y])), d, edge(-1 - y));
        alignas(16) const uint32_t corners[4] = {n.upper_left, n.left[3], n.left[7], n.left[11]};
        hn::Store(hn::BitCast(d, left_of(hn::Load(d, edge(4)), hn::Load(rows, corners))), d, edge(0));
        load_upper_right(around);
    }

    // That of the block to the right, or the last upper pixel.
    HWY_INLINE void load_upper_right(const MacroblockEdges& around) {
        const Bytes16 d;
        const Rows rows;
        alignas(16) static constexpr auto inside = [] {
            std::array<uint8_t, 16> there{};
            for (uint8_t i = 0; i < 16; i++) {
                const Block block{static_cast<uint8_t>(i % 4 * 4), static_cast<uint8_t>(i / 4 * 4), 4, 4};
                there[i] = (i < 4 ? i < 3 : has_inner_upper_right(block)) ? 0xFF : 0;
            }
            return there;
        }();
        alignas(16) std::array<uint8_t, 16> there = inside;
        there[3] = around.neighbors.has_upper_right ? 0xFF : 0;
        const auto is_there = hn::MaskFromVec(hn::Load(d, there.data()));
        const auto last = hn::Load(d, edge(4));
        for (int x = 0; x < 4; x++) {
            alignas(16) const uint32_t neighbor[4] = {
                static_cast<uint32_t>(around.neighbors.upper_right[static_cast<size_t>(x)]) << 24, 0, 0, 0};
            const auto next = hn::Or(hn::ShiftRight<8>(hn::BitCast(rows, hn::Load(d, edge(1 + x)))),
                                     hn::Load(rows, neighbor));
            hn::Store(hn::IfThenElse(is_there, hn::BitCast(d, next), last), d, edge(5 + x));
        }
    }

    // Beyond both ends the last pixel is repeated.
    HWY_INLINE void smooth() {
        const Bytes16 d;
        auto before = hn::Load(d, samples[0]), at = before;
        for (int i = 0; i < kEdge4x4; i++) {
            const auto after = i + 1 < kEdge4x4 ? hn::Load(d, samples[i + 1]) : at;
            hn::Store(hn::AverageRound(at, after), d, samples[kPairs4x4 + i]);
            // (a + 2b + c + 2) >> 2 is the rounded mean of b and the truncated mean of a and c.
            const auto odd = hn::And(hn::Xor(before, after), hn::Set(d, static_cast<uint8_t>(1)));
            hn::Store(hn::AverageRound(at, hn::Sub(hn::AverageRound(before, after), odd)), d,
                      samples[kTriples4x4 + i]);
            before = at;
            at = after;
        }
    }

    HWY_INLINE void fill_dc(const IntraNeighbors& n) {
        for (int half = 0; half < 16; half += 8) {
            const hn::FixedTag<int16_t, 8> d;
            const hn::FixedTag<uint8_t, 8> bytes;
            const auto load = [&](int i)
                                  HWY_ATTR { return hn::PromoteTo(d, hn::Load(bytes, edge(i) + half)); };
            const auto left = hn::Add(hn::Add(load(-1), load(-2)), hn::Add(load(-3), load(-4)));
            const auto upper = hn::Add(hn::Add(load(1), load(2)), hn::Add(load(3), load(4)));
            const auto four = hn::Set(d, int16_t{4});
            const auto both = hn::ShiftRight<3>(hn::Add(hn::Add(left, upper), four));
            const auto one = [&](auto sum) HWY_ATTR {
                return hn::ShiftRight<2>(hn::Add(sum, hn::ShiftRight<1>(four)));
            };
            hn::Store(hn::DemoteTo(bytes, both), bytes, samples[kDc4x4] + half);
            if (n.has_left && n.has_upper) continue;
            alignas(16) uint8_t lefts[8], uppers[8];
            hn::Store(hn::DemoteTo(bytes, one(left)), bytes, lefts);
            hn::Store(hn::DemoteTo(bytes, one(upper)), bytes, uppers);
            for (int i = 0; i < 8; i++) {
                const bool has_left = n.has_left || i % 4 > 0, has_upper = n.has_upper || half + i >= 4;
                if (has_left && has_upper) continue;
                samples[kDc4x4][half + i] = has_left ? lefts[i] : has_upper ? uppers[i] : uint8_t{128};
            }
        }
    }
};

inline void intra_4x4(const MacroblockEdges& around, Distortion kind, Intra4x4Distortions& distortions) {
    const hn::CappedTag<int16_t, 16> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const hn::Rebind<uint8_t, decltype(d)> bytes;
    using V = hn::Vec<decltype(d)>;
    const Lanes4x4 lanes(around);
    for (int first = 0; first < 16; first += static_cast<int>(hn::MaxLanes(d))) {
        const auto load = [&](const uint8_t* from)
                              HWY_ATTR { return hn::PromoteTo(d, hn::Load(bytes, from + first)); };
        for (size_t mode = 0; mode < kLumaModeCount; mode++) {
            V t[16];
            for (size_t i = 0; i < 16; i++)
                t[i] = hn::Sub(load(lanes.pixels[i]), load(lanes.samples[kSamples4x4[mode][i]]));
            hn::Vec<decltype(du)> sum;
            if (kind == Distortion::sad) {
                sum = hn::Zero(du);
                for (const V& difference : t) sum = hn::Add(sum, hn::BitCast(du, hn::Abs(difference)));
                sum = hn::Min(sum, hn::Set(du, kLargest4x4));
            } else {
                sum = haar_blocks(t, kind == Distortion::ac_haar);
            }
            hn::StoreU(sum, du, distortions[mode].data() + first);
        }
    }
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
