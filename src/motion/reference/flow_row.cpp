// SPDX-License-Identifier: MIT
#include "motion/field_rules/flow_row.h"

#include "motion/reference/reference_fields.h"

#include <cmath>

namespace genmedia::motion::reference {

void flow_weights(const FlowRow& row) {
    const FlowPlanes& p = *row.planes;
    for (ptrdiff_t k = 0; k < static_cast<ptrdiff_t>(row.count); k++) {
        const auto away = [&](const float* v, const float* dv, ptrdiff_t to) {
            return (v[to + k] + dv[to + k]) - (v[row.self + k] + dv[row.self + k]);
        };
        const float ux = away(p.u, p.du, row.right), uy = away(p.u, p.du, row.under);
        const float vx = away(p.v, p.dv, row.right), vy = away(p.v, p.dv, row.under);
        const float squares = (ux * ux + uy * uy) + (vx * vx + vy * vy);
        p.smoothness[row.self + k] = kSmoothnessWeight / std::sqrt(squares + kSquaredDistance);
    }
}

void flow_equations(const FlowRow& row) {
    const FlowPlanes& p = *row.planes;
    const float squared_slope = kSquaredSlope + p.squared_noise;
    for (ptrdiff_t k = 0; k < static_cast<ptrdiff_t>(row.count); k++) {
        const ptrdiff_t i = row.self + k;
        const float x = p.x[i], y = p.y[i], t = p.t[i], xx = p.xx[i], xy = p.xy[i], yy = p.yy[i];
        const float xt = p.xt[i], yt = p.yt[i], du = p.du[i], dv = p.dv[i], seen = p.seen[i];

        const float slope = 1 / ((x * x + y * y) + squared_slope);
        const float d = (x * du + y * dv) + t;
        const float brightness =
            seen * kBrightnessWeight * slope / std::sqrt(d * d * slope + kSquaredDistance);
        const float slope_x = 1 / ((xx * xx + xy * xy) + squared_slope);
        const float slope_y = 1 / ((xy * xy + yy * yy) + squared_slope);
        const float dx = (xx * du + xy * dv) + xt, dy = (xy * du + yy * dv) + yt;
        const float gradient =
            seen * kGradientWeight / std::sqrt((dx * dx * slope_x + dy * dy * slope_y) + kSquaredDistance);
        const float to_x = gradient * slope_x, to_y = gradient * slope_y;
        const float uu = brightness * (x * x) + (to_x * (xx * xx) + to_y * (xy * xy));
        const float uv = brightness * (x * y) + (to_x * (xx * xy) + to_y * (xy * yy));
        const float vv = brightness * (y * y) + (to_x * (xy * xy) + to_y * (yy * yy));
        const float ut = brightness * (x * t) + (to_x * (xx * xt) + to_y * (xy * yt));
        const float vt = brightness * (y * t) + (to_x * (xy * xt) + to_y * (yy * yt));

        const float left = p.beside[row.left + k], right = p.beside[i];
        const float above = p.below[row.above + k], under = p.below[i];
        const float held = (left + right) + (above + under) + kDiagonal;
        const auto pulled = [&](const float* v) {
            return (left * (v[row.left + k] - v[i]) + right * (v[row.right + k] - v[i])) +
                   (above * (v[row.above + k] - v[i]) + under * (v[row.under + k] - v[i]));
        };
        const float held_uu = uu + held, held_vv = vv + held;
        const float determinant = held_uu * held_vv - uv * uv;
        p.inverse_uu[i] = held_vv / determinant;
        p.inverse_uv[i] = -uv / determinant;
        p.inverse_vv[i] = held_uu / determinant;
        p.right_u[i] = pulled(p.u) - ut;
        p.right_v[i] = pulled(p.v) - vt;
    }
}

void flow_relax(const FlowRow& row) {
    const FlowPlanes& p = *row.planes;
    for (ptrdiff_t k = 0; k < static_cast<ptrdiff_t>(row.count); k++) {
        const ptrdiff_t i = row.self + k;
        const auto pulled = [&](const float* right, const float* v) {
            return right[i] + ((p.beside[row.left + k] * v[row.left + k] + p.beside[i] * v[row.right + k]) +
                               (p.below[row.above + k] * v[row.above + k] + p.below[i] * v[row.under + k]));
        };
        const float u = pulled(p.right_u, p.du), v = pulled(p.right_v, p.dv);
        const float du = p.inverse_uu[i] * u + p.inverse_uv[i] * v;
        const float dv = p.inverse_uv[i] * u + p.inverse_vv[i] * v;
        p.du[i] = p.du[i] + kFlowOverRelaxed * (du - p.du[i]);
        p.dv[i] = p.dv[i] + kFlowOverRelaxed * (dv - p.dv[i]);
    }
}

}  // namespace genmedia::motion::reference
