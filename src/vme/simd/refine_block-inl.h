// SPDX-License-Identifier: MIT
// The fractional search of one block.
#if defined(GENMEDIA_SIMD_REFINE_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_REFINE_BLOCK_INL_H_
#undef GENMEDIA_SIMD_REFINE_BLOCK_INL_H_
#else
#define GENMEDIA_SIMD_REFINE_BLOCK_INL_H_
#endif

#include "vme/backend_functions.h"
#include "vme/cost.h"
#include "vme/simd/half_grid-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int Width>
class BlockSearch {
public:
    HWY_INLINE explicit BlockSearch(const BlockRefinement& r)
        : r_(r),
          grid_(r.reference, 4 * r.x + r.start.x, 4 * r.y + r.start.y, Width, r.block.height, r.filter) {
        source_pixels_ = r.source.data() + r.block.y * kBlockStride + r.block.x;
        for (int i = 0; i < vectors(); i++) {
            source_[i] = hn::Not(load_lines<Width>(source_pixels_ + i * kLines * kBlockStride, kBlockStride));
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
    static constexpr int kLines = 16 / Width;  // in a vector
    static constexpr int kReach = 3;           // quarter pixels from the start to any candidate

    int vectors() const { return r_.block.height / kLines; }

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
        const auto mean = [&](int i) HWY_ATTR {
            const int at = i * kLines * HalfGrid::kStride;
            return hn::AverageRound(load_lines<Width>(samples.a + at, HalfGrid::kStride),
                                    load_lines<Width>(samples.b + at, HalfGrid::kStride));
        };
        if (r_.distortion == Distortion::sad) {
            SadSum sum;
            if (samples.a == samples.b) {
                for (int i = 0; i < vectors(); i++) {
                    sum.add(source_[i],
                            load_lines<Width>(samples.a + i * kLines * HalfGrid::kStride, HalfGrid::kStride));
                }
            } else {
                for (int i = 0; i < vectors(); i++) sum.add(source_[i], mean(i));
            }
            return sum.total();
        }
        alignas(16) uint8_t prediction[256];  // lines of Width
        for (int i = 0; i < vectors(); i++) hn::Store(hn::Not(mean(i)), Bytes16(), prediction + 16 * i);
        return distortion(r_.distortion, source_pixels_, kBlockStride, prediction, Width, Width,
                          r_.block.height);
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
    const uint8_t* source_pixels_;
    ByteVec source_[16];  // complements, as the grid's samples
    uint32_t cost_x_[2 * kReach + 1], cost_y_[2 * kReach + 1];
};

inline Match refine_block(const BlockRefinement& refinement) {
    switch (refinement.block.width) {
        case 16: return BlockSearch<16>(refinement).run();
        case 8: return BlockSearch<8>(refinement).run();
        default: return BlockSearch<4>(refinement).run();
    }
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
