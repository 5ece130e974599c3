// SPDX-License-Identifier: MIT
// The fractional search of one block.
#if defined(GENMEDIA_SIMD_REFINE_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_REFINE_BLOCK_INL_H_
#undef GENMEDIA_SIMD_REFINE_BLOCK_INL_H_
#else
#define GENMEDIA_SIMD_REFINE_BLOCK_INL_H_
#endif

#include "vme/cost.h"
#include "vme/simd/half_grid-inl.h"
#include "vme/unit_functions.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int Width, int Height>
class BlockSearch {
public:
    HWY_INLINE explicit BlockSearch(const BlockRefinement& r)
        : r_(r), grid_(r.reference, 4 * r.x + r.start.x, 4 * r.y + r.start.y, Width, Height, r.filter) {
        const uint8_t* const source = r.source.data() + r.block.y * kBlockStride + r.block.x;
        if (r.distortion == Distortion::sad) {
            for (int i = 0; i < kVectors; i++)
                source_[i] = hn::Not(load_lines<Width>(source + i * kLines * kBlockStride, kBlockStride));
        } else {
            for (int i = 0; i < kParts; i++)
                for (int y = 0; y < 4; y++)
                    strips_[i].set(y, hn::Not(load_strips<Width, kBytes>(
                                          source + (i * kPartLines + y) * kBlockStride, 4 * kBlockStride)));
        }
        fill_costs();
    }

    HWY_INLINE Match run() const {
        Match best{r_.start, cost(0, 0)};
        if (r_.subpixel == SubpixelMode::integer) return best;
        search_ring(2, best);
        if (r_.subpixel == SubpixelMode::quarter) search_ring(1, best);
        return best;
    }

private:
    static constexpr int kReach = 3;  // quarter pixels from the start to any candidate
    // SAD: lines in a vector, and vectors.
    static constexpr int kLines = 16 / Width, kVectors = Height / kLines;
    // Haar: parts of as many strips as fit in a vector.
    static constexpr int kAllBytes = Width * Height / 4;
    static constexpr int kBytes = kAllBytes < kMostBytes ? kAllBytes : kMostBytes;
    static constexpr int kParts = kAllBytes / kBytes, kPartLines = Height / kParts;

    HWY_INLINE void fill_costs() {
        if (!r_.costs.motion_vector) {
            for (int i = 0; i <= 2 * kReach; i++) cost_x_[i] = cost_y_[i] = 0;
            return;
        }
        const MotionVectorCost& cost = *r_.costs.motion_vector;
        const AxisCosts& axis = AxisCosts::of(cost.table);
        const BidirectionalVector& centers = cost.center[r_.block.quadrant()];
        const MotionVector center = r_.direction == Direction::forward ? centers.forward : centers.backward;
        const int precision = static_cast<int>(cost.precision);
        for (int i = 0; i <= 2 * kReach; i++) {
            cost_x_[i] = axis.capped(std::abs(r_.start.x - kReach + i - center.x) >> precision);
            cost_y_[i] = axis.capped(std::abs(r_.start.y - kReach + i - center.y) >> precision);
        }
    }

    // The cost of the candidate that is (dx, dy) quarter pixels from the start.
    HWY_INLINE uint32_t cost(int dx, int dy) const {
        const HalfGrid::Samples samples = grid_.at(4 * r_.x + r_.start.x + dx, 4 * r_.y + r_.start.y + dy);
        const uint32_t added = std::min(cost_x_[dx + kReach] + cost_y_[dy + kReach], kVectorCostCap);
        return difference(samples) + added + r_.reference_penalty;
    }

    HWY_INLINE uint32_t difference(const HalfGrid::Samples& samples) const {
        if (r_.distortion == Distortion::sad) return sum_of_differences(samples);
        const bool ac_only = r_.distortion == Distortion::ac_haar;
        uint32_t sum = 0;
        for (int i = 0; i < kParts; i++) {
            StripColumns<kBytes> prediction;
            for (int y = 0; y < 4; y++) prediction.set(y, strips_at(samples, i * kPartLines + y));
            sum += haar_strips(strips_[i], prediction, ac_only);
        }
        return sum;
    }

    // The complements of the prediction's line `line`, and of those below it in steps of four.
    HWY_INLINE auto strips_at(const HalfGrid::Samples& samples, int line) const {
        const auto load = [&](const uint8_t* from) HWY_ATTR {
            return load_strips<Width, kBytes>(from + line * HalfGrid::kStride, 4 * HalfGrid::kStride);
        };
        const auto one = load(samples.a);
        return samples.a == samples.b ? one : hn::AverageRound(one, load(samples.b));
    }

    HWY_INLINE uint32_t sum_of_differences(const HalfGrid::Samples& samples) const {
        const auto load = [&](const uint8_t* from, int i) HWY_ATTR {
            return load_lines<Width>(from + i * kLines * HalfGrid::kStride, HalfGrid::kStride);
        };
        const auto source = [&](int i) HWY_ATTR { return source_[i]; };
        if (samples.a == samples.b)
            return sad_of<Width>(Height / 4, source, [&](int i) HWY_ATTR { return load(samples.a, i); });
        return sad_of<Width>(Height / 4, source, [&](int i) HWY_ATTR {
            return hn::AverageRound(load(samples.a, i), load(samples.b, i));
        });
    }

    HWY_INLINE void search_ring(int step, Match& best) const {
        const int cx = best.vector.x - r_.start.x, cy = best.vector.y - r_.start.y;
        for (int dy = -step; dy <= step; dy += step) {
            for (int dx = -step; dx <= step; dx += step) {
                if (dx == 0 && dy == 0) continue;
                const uint32_t candidate = cost(cx + dx, cy + dy);
                if (candidate >= best.cost) continue;
                best = {
                    {static_cast<int16_t>(r_.start.x + cx + dx), static_cast<int16_t>(r_.start.y + cy + dy)},
                    candidate};
            }
        }
    }

    const BlockRefinement& r_;
    const HalfGrid grid_;
    // Complements, as the grid's samples.
    ByteVec source_[kVectors];             // for SAD
    StripColumns<kBytes> strips_[kParts];  // for Haar
    uint32_t cost_x_[2 * kReach + 1], cost_y_[2 * kReach + 1];
};

template <int Width, int Height>
HWY_NOINLINE Match refine_block_of(const BlockRefinement& refinement) {
    return BlockSearch<Width, Height>(refinement).run();
}

inline Match refine_block(const BlockRefinement& refinement) {
    switch (refinement.block.width << 8 | refinement.block.height) {
        case 16 << 8 | 16: return refine_block_of<16, 16>(refinement);
        case 16 << 8 | 8: return refine_block_of<16, 8>(refinement);
        case 8 << 8 | 16: return refine_block_of<8, 16>(refinement);
        case 8 << 8 | 8: return refine_block_of<8, 8>(refinement);
        case 8 << 8 | 4: return refine_block_of<8, 4>(refinement);
        case 4 << 8 | 8: return refine_block_of<4, 8>(refinement);
        default: return refine_block_of<4, 4>(refinement);
    }
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
