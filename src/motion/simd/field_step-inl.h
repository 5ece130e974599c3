// SPDX-License-Identifier: MIT
// The blocks of a row lie side by side.
#if defined(GENMEDIA_SIMD_FIELD_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_FIELD_STEP_INL_H_
#undef GENMEDIA_SIMD_FIELD_STEP_INL_H_
#else
#define GENMEDIA_SIMD_FIELD_STEP_INL_H_
#endif

#include "motion/field_rules/field_step.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Some blocks of a row, from block i on.
class StepBlocks {
public:
    using D = hn::ScalableTag<float>;
    using V = hn::Vec<D>;
    static HWY_INLINE size_t lanes() { return hn::Lanes(D()); }
    static_assert(hn::MaxLanes(D()) <= kReadAfterRow);

    HWY_INLINE StepBlocks(const FieldStep& row, size_t i)
        : row_(row), i_(static_cast<ptrdiff_t>(i)), count_(row.columns - i) {}

    HWY_INLINE void find_equations() const {
        const D d;
        const V x = at(row_.start_x), y = at(row_.start_y), zero = hn::Zero(d);
        V xx = zero, xy = zero, yy = zero, xd = zero, yd = zero, blocks = zero;
        for (ptrdiff_t dy = -1; dy <= 1; dy++)
            for (ptrdiff_t dx = -1; dx <= 1; dx++) {
                const ptrdiff_t n = dy * row_.stride + dx;
                const V away_x = hn::Sub(x, at(row_.start_x, n)), away_y = hn::Sub(y, at(row_.start_y, n));
                const auto joined = are_joined(away_x, away_y);
                const V near_xx = at(row_.xx, n), near_xy = at(row_.xy, n), near_yy = at(row_.yy, n);
                const V near_xd =
                    hn::Add(at(row_.xd, n), hn::Add(hn::Mul(near_xx, away_x), hn::Mul(near_xy, away_y)));
                const V near_yd =
                    hn::Add(at(row_.yd, n), hn::Add(hn::Mul(near_xy, away_x), hn::Mul(near_yy, away_y)));
                const auto add = [&](V value, V& sum)
                                     HWY_ATTR { sum = hn::Add(sum, hn::IfThenElseZero(joined, value)); };
                add(near_xx, xx), add(near_xy, xy), add(near_yy, yy), add(near_xd, xd), add(near_yd, yd);
                add(hn::Set(d, 1.F), blocks);
            }
        const auto pull = [&](ptrdiff_t n) HWY_ATTR {
            const V away_x = hn::Sub(x, at(row_.start_x, n)), away_y = hn::Sub(y, at(row_.start_y, n));
            return hn::IfThenElseZero(are_joined(away_x, away_y), hn::Set(d, kStiffness / 4));
        };
        const V still = hn::Set(d, kStill);
        const V beside = pull(1), below = pull(row_.stride);
        put(beside, row_.pull_beside);
        put(below, row_.pull_below);
        const V pulls = hn::Add(hn::Add(pull(-1), beside), hn::Add(pull(-row_.stride), below));
        const V pixels = hn::Mul(blocks, hn::Set(d, 16.F));
        const V to_camera = hn::IfThenElseZero(are_joined(x, y), hn::Set(d, row_.to_camera));
        const V held = hn::Add(hn::Add(pulls, still), to_camera);
        xx = hn::Div(xx, pixels);
        xy = hn::Div(xy, pixels);
        yy = hn::Div(yy, pixels);
        const V held_xx = hn::Add(xx, held), held_yy = hn::Add(yy, held);
        const V determinant = hn::Sub(hn::Mul(held_xx, held_yy), hn::Mul(xy, xy));
        put(hn::Div(held_yy, determinant), row_.inverse_xx);
        put(hn::Div(hn::Neg(xy), determinant), row_.inverse_xy);
        put(hn::Div(held_xx, determinant), row_.inverse_yy);
        const V right_x = hn::Add(hn::Mul(hn::Add(xx, still), x), hn::Mul(xy, y));
        const V right_y = hn::Add(hn::Mul(xy, x), hn::Mul(hn::Add(yy, still), y));
        put(hn::Sub(right_x, hn::Div(xd, pixels)), row_.right_x);
        put(hn::Sub(right_y, hn::Div(yd, pixels)), row_.right_y);
    }

    struct Vectors {
        V x, y;
    };

    // The vectors where those of `turn` have gone towards their solutions.
    HWY_INLINE Vectors relaxed(hn::Mask<D> turn) const {
        const auto pulled = [&](const float* right, const float* v) HWY_ATTR {
            V sum = hn::Add(at(right), hn::Mul(at(row_.pull_beside, -1), at(v, -1)));
            sum = hn::Add(sum, hn::Mul(at(row_.pull_beside), at(v, 1)));
            sum = hn::Add(sum, hn::Mul(at(row_.pull_below, -row_.stride), at(v, -row_.stride)));
            return hn::Add(sum, hn::Mul(at(row_.pull_below), at(v, row_.stride)));
        };
        const V right_x = pulled(row_.right_x, row_.x), right_y = pulled(row_.right_y, row_.y);
        const V xy = at(row_.inverse_xy);
        const V x = hn::Add(hn::Mul(at(row_.inverse_xx), right_x), hn::Mul(xy, right_y));
        const V y = hn::Add(hn::Mul(xy, right_x), hn::Mul(at(row_.inverse_yy), right_y));
        return {hn::IfThenElse(turn, gone(x, row_.start_x, row_.x), at(row_.x)),
                hn::IfThenElse(turn, gone(y, row_.start_y, row_.y), at(row_.y))};
    }

    HWY_INLINE void put(const Vectors& vectors) const {
        put(vectors.x, row_.x);
        put(vectors.y, row_.y);
    }

private:
    HWY_INLINE V at(const float* grid, ptrdiff_t away = 0) const { return hn::LoadU(D(), grid + i_ + away); }

    HWY_INLINE void put(V value, float* grid) const {
        if (HWY_LIKELY(count_ >= lanes())) return hn::StoreU(value, D(), grid + i_);
        hn::BlendedStore(value, hn::FirstN(D(), count_), D(), grid + i_);
    }

    static HWY_INLINE hn::Mask<D> are_joined(V away_x, V away_y) {
        return hn::Lt(hn::Add(hn::Abs(away_x), hn::Abs(away_y)), hn::Set(D(), kJoined));
    }

    HWY_INLINE V gone(V solution, const float* start, const float* grid) const {
        const D d;
        const V now = at(grid), middle = at(start), longest = hn::Set(d, kLongestStep);
        const V next = hn::Add(now, hn::Mul(hn::Set(d, kOverRelaxed), hn::Sub(solution, now)));
        return hn::Min(hn::Max(next, hn::Sub(middle, longest)), hn::Add(middle, longest));
    }

    const FieldStep& row_;
    ptrdiff_t i_;
    size_t count_;
};

inline void step_equations(const FieldStep& row) {
    for (size_t i = 0; i < row.columns; i += StepBlocks::lanes()) StepBlocks(row, i).find_equations();
}

inline void step_relax(const FieldStep& row, size_t first) {
    const hn::RebindToUnsigned<StepBlocks::D> bits;
    const auto odd = hn::And(hn::Iota(bits, 0), hn::Set(bits, 1));
    const auto turn =
        hn::RebindMask(StepBlocks::D(), hn::Eq(odd, hn::Set(bits, static_cast<uint32_t>(first))));
    // Blocks are written when those after them have been read: processors wait where a vector to read
    // overlaps one just written. Blocks of one turn do not read each other.
    auto before = StepBlocks(row, 0).relaxed(turn);
    size_t i = StepBlocks::lanes();
    for (; i < row.columns; i += StepBlocks::lanes()) {
        const auto next = StepBlocks(row, i).relaxed(turn);
        StepBlocks(row, i - StepBlocks::lanes()).put(before);
        before = next;
    }
    StepBlocks(row, i - StepBlocks::lanes()).put(before);
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
