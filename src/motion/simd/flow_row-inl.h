// SPDX-License-Identifier: MIT
// The pixels of a row lie side by side.
#if defined(GENMEDIA_SIMD_FLOW_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_FLOW_ROW_INL_H_
#undef GENMEDIA_SIMD_FLOW_ROW_INL_H_
#else
#define GENMEDIA_SIMD_FLOW_ROW_INL_H_
#endif

#include "motion/field_rules/flow_row.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::motion::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Some pixels of a row, from pixel k on.
class FlowPixels {
public:
    using D = hn::ScalableTag<float>;
    using V = hn::Vec<D>;
    static HWY_INLINE size_t lanes() { return hn::Lanes(D()); }
    static_assert(hn::MaxLanes(D()) <= kAfterFlowRow + 1);

    HWY_INLINE FlowPixels(const FlowRow& row, size_t k)
        : p_(*row.planes), row_(row), k_(static_cast<ptrdiff_t>(k)) {}

    HWY_INLINE void find_weights() const {
        const V u = moved(p_.u, p_.du, row_.self), v = moved(p_.v, p_.dv, row_.self);
        const V ux = hn::Sub(moved(p_.u, p_.du, row_.right), u),
                uy = hn::Sub(moved(p_.u, p_.du, row_.under), u);
        const V vx = hn::Sub(moved(p_.v, p_.dv, row_.right), v),
                vy = hn::Sub(moved(p_.v, p_.dv, row_.under), v);
        const V squares =
            hn::Add(sum(hn::Mul(ux, ux), hn::Mul(uy, uy)), sum(hn::Mul(vx, vx), hn::Mul(vy, vy)));
        put(hn::Div(set(kSmoothnessWeight), hn::Sqrt(hn::Add(squares, set(kSquaredDistance)))),
            p_.smoothness);
    }

    HWY_INLINE void find_equations() const {
        const V x = at(p_.x), y = at(p_.y), t = at(p_.t), xx = at(p_.xx), xy = at(p_.xy), yy = at(p_.yy);
        const V xt = at(p_.xt), yt = at(p_.yt), du = at(p_.du), dv = at(p_.dv), seen = at(p_.seen);
        const V x2 = hn::Mul(x, x), y2 = hn::Mul(y, y);
        const V xx2 = hn::Mul(xx, xx), xy2 = hn::Mul(xy, xy), yy2 = hn::Mul(yy, yy);

        const V slope = inverse_slope(x2, y2);
        const V d = hn::Add(sum(hn::Mul(x, du), hn::Mul(y, dv)), t);
        const V brightness = hn::Div(hn::Mul(hn::Mul(seen, set(kBrightnessWeight)), slope),
                                     distance(hn::Mul(hn::Mul(d, d), slope)));
        const V slope_x = inverse_slope(xx2, xy2), slope_y = inverse_slope(xy2, yy2);
        const V dx = hn::Add(sum(hn::Mul(xx, du), hn::Mul(xy, dv)), xt);
        const V dy = hn::Add(sum(hn::Mul(xy, du), hn::Mul(yy, dv)), yt);
        const V gradient =
            hn::Div(hn::Mul(seen, set(kGradientWeight)),
                    distance(sum(hn::Mul(hn::Mul(dx, dx), slope_x), hn::Mul(hn::Mul(dy, dy), slope_y))));
        const V to_x = hn::Mul(gradient, slope_x), to_y = hn::Mul(gradient, slope_y);
        const auto term = [&](V of_brightness, V of_x, V of_y) HWY_ATTR {
            return hn::Add(hn::Mul(brightness, of_brightness), sum(hn::Mul(to_x, of_x), hn::Mul(to_y, of_y)));
        };
        const V uu = term(x2, xx2, xy2), vv = term(y2, xy2, yy2);
        const V uv = term(hn::Mul(x, y), hn::Mul(xx, xy), hn::Mul(xy, yy));
        const V ut = term(hn::Mul(x, t), hn::Mul(xx, xt), hn::Mul(xy, yt));
        const V vt = term(hn::Mul(y, t), hn::Mul(xy, xt), hn::Mul(yy, yt));

        const V left = at(p_.beside, row_.left), right = at(p_.beside);
        const V above = at(p_.below, row_.above), under = at(p_.below);
        const V held = hn::Add(hn::Add(sum(left, right), sum(above, under)), set(kDiagonal));
        const auto pulled = [&](const float* v) HWY_ATTR {
            const V own = at(v);
            const auto pull = [&](V weight, ptrdiff_t from)
                                  HWY_ATTR { return hn::Mul(weight, hn::Sub(at(v, from), own)); };
            return hn::Add(sum(pull(left, row_.left), pull(right, row_.right)),
                           sum(pull(above, row_.above), pull(under, row_.under)));
        };
        const V held_uu = hn::Add(uu, held), held_vv = hn::Add(vv, held);
        const V determinant = hn::Sub(hn::Mul(held_uu, held_vv), hn::Mul(uv, uv));
        put(hn::Div(held_vv, determinant), p_.inverse_uu);
        put(hn::Div(hn::Neg(uv), determinant), p_.inverse_uv);
        put(hn::Div(held_uu, determinant), p_.inverse_vv);
        put(hn::Sub(pulled(p_.u), ut), p_.right_u);
        put(hn::Sub(pulled(p_.v), vt), p_.right_v);
    }

    HWY_INLINE void relax() const {
        const V left = at(p_.beside, row_.left), right = at(p_.beside);
        const V above = at(p_.below, row_.above), under = at(p_.below);
        const auto pulled = [&](const float* rest, const float* v) HWY_ATTR {
            const V across = sum(hn::Mul(left, at(v, row_.left)), hn::Mul(right, at(v, row_.right)));
            const V down = sum(hn::Mul(above, at(v, row_.above)), hn::Mul(under, at(v, row_.under)));
            return hn::Add(at(rest), hn::Add(across, down));
        };
        const V u = pulled(p_.right_u, p_.du), v = pulled(p_.right_v, p_.dv), uv = at(p_.inverse_uv);
        go(sum(hn::Mul(at(p_.inverse_uu), u), hn::Mul(uv, v)), p_.du);
        go(sum(hn::Mul(uv, u), hn::Mul(at(p_.inverse_vv), v)), p_.dv);
    }

private:
    static HWY_INLINE V set(float value) { return hn::Set(D(), value); }
    static HWY_INLINE V sum(V a, V b) { return hn::Add(a, b); }
    HWY_INLINE V inverse_slope(V a, V b) const {
        return hn::Div(set(1), hn::Add(hn::Add(a, b), set(kSquaredSlope + p_.squared_noise)));
    }
    static HWY_INLINE V distance(V square) { return hn::Sqrt(hn::Add(square, set(kSquaredDistance))); }

    HWY_INLINE V at(const float* plane, ptrdiff_t from) const { return hn::LoadU(D(), plane + from + k_); }
    HWY_INLINE V at(const float* plane) const { return at(plane, row_.self); }
    HWY_INLINE V moved(const float* v, const float* dv, ptrdiff_t from) const {
        return hn::Add(at(v, from), at(dv, from));
    }
    HWY_INLINE void put(V value, float* plane) const { hn::StoreU(value, D(), plane + row_.self + k_); }
    HWY_INLINE void go(V solution, float* plane) const {
        const V now = at(plane);
        put(hn::Add(now, hn::Mul(set(kFlowOverRelaxed), hn::Sub(solution, now))), plane);
    }

    const FlowPlanes& p_;
    const FlowRow& row_;
    ptrdiff_t k_;
};

inline void flow_weights(const FlowRow& row) {
    for (size_t k = 0; k < row.count; k += FlowPixels::lanes()) FlowPixels(row, k).find_weights();
}

inline void flow_equations(const FlowRow& row) {
    for (size_t k = 0; k < row.count; k += FlowPixels::lanes()) FlowPixels(row, k).find_equations();
}

inline void flow_relax(const FlowRow& row) {
    for (size_t k = 0; k < row.count; k += FlowPixels::lanes()) FlowPixels(row, k).relax();
}

}  // namespace genmedia::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
