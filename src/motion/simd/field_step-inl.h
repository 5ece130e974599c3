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

using StepLanes = hn::ScalableTag<float>;
using StepVector = hn::Vec<StepLanes>;
static_assert(2 * hn::MaxLanes(StepLanes()) <= kReadAfterRow);

// The equations of some blocks of a row, from block i on.
struct StepEquations {
    StepVector inverse_xx, inverse_xy, inverse_yy, right_x, right_y, pull_beside, pull_below, x, y;

    HWY_INLINE StepEquations(const FieldStep& row, size_t i) {
        const StepLanes d;
        const auto at = [&](const float* grid, ptrdiff_t away = 0)
                            HWY_ATTR { return hn::LoadU(d, grid + static_cast<ptrdiff_t>(i) + away); };
        const auto are_joined = [&](StepVector away_x, StepVector away_y) HWY_ATTR {
            return hn::Lt(hn::Add(hn::Abs(away_x), hn::Abs(away_y)), hn::Set(d, kJoined));
        };
        x = at(row.start_x), y = at(row.start_y);
        StepVector xx = hn::Zero(d), xy = xx, yy = xx, xd = xx, yd = xx, blocks = xx;
        for (ptrdiff_t dy = -1; dy <= 1; dy++)
            for (ptrdiff_t dx = -1; dx <= 1; dx++) {
                const ptrdiff_t n = dy * row.stride + dx;
                const auto away_x = hn::Sub(x, at(row.start_x, n)), away_y = hn::Sub(y, at(row.start_y, n));
                const auto joined = are_joined(away_x, away_y);
                const auto near_xx = at(row.xx, n), near_xy = at(row.xy, n), near_yy = at(row.yy, n);
                const auto near_xd =
                    hn::Add(at(row.xd, n), hn::Add(hn::Mul(near_xx, away_x), hn::Mul(near_xy, away_y)));
                const auto near_yd =
                    hn::Add(at(row.yd, n), hn::Add(hn::Mul(near_xy, away_x), hn::Mul(near_yy, away_y)));
                const auto add = [&](StepVector value, StepVector& sum)
                                     HWY_ATTR { sum = hn::Add(sum, hn::IfThenElseZero(joined, value)); };
                add(near_xx, xx), add(near_xy, xy), add(near_yy, yy), add(near_xd, xd), add(near_yd, yd);
                add(hn::Set(d, 1.F), blocks);
            }
        const auto pull = [&](ptrdiff_t n) HWY_ATTR {
            const auto away_x = hn::Sub(x, at(row.start_x, n)), away_y = hn::Sub(y, at(row.start_y, n));
            return hn::IfThenElseZero(are_joined(away_x, away_y), hn::Set(d, kStiffness / 4));
        };
        const auto still = hn::Set(d, kStill);
        pull_beside = pull(1), pull_below = pull(row.stride);
        const auto pulls = hn::Add(hn::Add(pull(-1), pull_beside), hn::Add(pull(-row.stride), pull_below));
        const auto pixels = hn::Mul(blocks, hn::Set(d, 16.F));
        const auto to_camera = hn::IfThenElseZero(are_joined(x, y), hn::Set(d, row.to_camera));
        const auto held = hn::Add(hn::Add(pulls, still), to_camera);
        xx = hn::Div(xx, pixels);
        xy = hn::Div(xy, pixels);
        yy = hn::Div(yy, pixels);
        const auto held_xx = hn::Add(xx, held), held_yy = hn::Add(yy, held);
        const auto determinant = hn::Sub(hn::Mul(held_xx, held_yy), hn::Mul(xy, xy));
        inverse_xx = hn::Div(held_yy, determinant);
        inverse_xy = hn::Div(hn::Neg(xy), determinant);
        inverse_yy = hn::Div(held_xx, determinant);
        right_x = hn::Sub(hn::Add(hn::Mul(hn::Add(xx, still), x), hn::Mul(xy, y)), hn::Div(xd, pixels));
        right_y = hn::Sub(hn::Add(hn::Mul(xy, x), hn::Mul(hn::Add(yy, still), y)), hn::Div(yd, pixels));
    }
};

inline void step_equations(const FieldStep& row) {
    const StepLanes d;
    const size_t lanes = hn::Lanes(d);
    for (size_t i = 0; i < row.columns; i += 2 * lanes) {
        const StepEquations one(row, i), other(row, i + lanes);
        const size_t rest = row.columns - i;
        const auto put = [&](StepVector first, StepVector second, float* grid) HWY_ATTR {
            const auto even = hn::ConcatEven(d, second, first), odd = hn::ConcatOdd(d, second, first);
            float *const to = grid + i / 2, *const to_odd = to + row.odd;
            if (HWY_LIKELY(rest >= 2 * lanes)) {
                hn::StoreU(even, d, to);
                hn::StoreU(odd, d, to_odd);
            } else {
                hn::BlendedStore(even, hn::FirstN(d, (rest + 1) / 2), d, to);
                hn::BlendedStore(odd, hn::FirstN(d, rest / 2), d, to_odd);
            }
        };
        put(one.inverse_xx, other.inverse_xx, row.inverse_xx);
        put(one.inverse_xy, other.inverse_xy, row.inverse_xy);
        put(one.inverse_yy, other.inverse_yy, row.inverse_yy);
        put(one.right_x, other.right_x, row.right_x);
        put(one.right_y, other.right_y, row.right_y);
        put(one.pull_beside, other.pull_beside, row.pull_beside);
        put(one.pull_below, other.pull_below, row.pull_below);
        put(one.x, other.x, row.middle_x);
        put(one.y, other.y, row.middle_y);
        put(one.x, other.x, row.x);
        put(one.y, other.y, row.y);
    }
}

inline void step_relax(const FieldStep& row, size_t first) {
    const StepLanes d;
    const size_t lanes = hn::Lanes(d), count = (row.columns + 1 - first) / 2;
    const ptrdiff_t own = first == 1 ? row.odd : 0, left = first == 1 ? 0 : row.odd - 1;
    for (size_t k = 0; k < count; k += lanes) {
        const auto at = [&](const float* grid, ptrdiff_t from)
                            HWY_ATTR { return hn::LoadU(d, grid + from + static_cast<ptrdiff_t>(k)); };
        const auto pulled = [&](const float* right, const float* v) HWY_ATTR {
            auto sum = hn::Add(at(right, own), hn::Mul(at(row.pull_beside, left), at(v, left)));
            sum = hn::Add(sum, hn::Mul(at(row.pull_beside, own), at(v, left + 1)));
            const ptrdiff_t above = own - row.red_black_stride, below = own + row.red_black_stride;
            sum = hn::Add(sum, hn::Mul(at(row.pull_below, above), at(v, above)));
            return hn::Add(sum, hn::Mul(at(row.pull_below, own), at(v, below)));
        };
        const auto right_x = pulled(row.right_x, row.x), right_y = pulled(row.right_y, row.y);
        const auto xy = at(row.inverse_xy, own);
        const auto x = hn::Add(hn::Mul(at(row.inverse_xx, own), right_x), hn::Mul(xy, right_y));
        const auto y = hn::Add(hn::Mul(xy, right_x), hn::Mul(at(row.inverse_yy, own), right_y));
        const auto go = [&](StepVector solution, const float* middle, float* grid) HWY_ATTR {
            const auto now = at(grid, own), from = at(middle, own), longest = hn::Set(d, kLongestStep);
            const auto next = hn::Add(now, hn::Mul(hn::Set(d, kOverRelaxed), hn::Sub(solution, now)));
            const auto gone = hn::Min(hn::Max(next, hn::Sub(from, longest)), hn::Add(from, longest));
            float* const to = grid + own + k;
            if (HWY_LIKELY(count - k >= lanes)) return hn::StoreU(gone, d, to);
            hn::BlendedStore(gone, hn::FirstN(d, count - k), d, to);
        };
        go(x, row.middle_x, row.x);
        go(y, row.middle_y, row.y);
    }
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
