// SPDX-License-Identifier: MIT
#include "motion/field_rules/field_step.h"

#include "motion/reference/reference_fields.h"

#include <algorithm>
#include <cmath>

namespace genmedia::motion::reference {
namespace {

bool are_joined(const FieldStep& row, ptrdiff_t i, ptrdiff_t n) {
    return std::abs(row.start_x[i] - row.start_x[n]) + std::abs(row.start_y[i] - row.start_y[n]) < kJoined;
}

float limited(float value, float middle) {
    return std::clamp(value, middle - kLongestStep, middle + kLongestStep);
}

}  // namespace

// From the gradients of a block and of those around it, as if these moved as it does.
void step_equations(const FieldStep& row) {
    for (ptrdiff_t i = 0; i < static_cast<ptrdiff_t>(row.columns); i++) {
        const ptrdiff_t to = i % 2 * row.odd + i / 2;
        const float x = row.start_x[i], y = row.start_y[i];
        struct {
            float xx = 0, xy = 0, yy = 0, xd = 0, yd = 0;
        } sums;
        float blocks = 0;
        for (ptrdiff_t dy = -1; dy <= 1; dy++)
            for (ptrdiff_t dx = -1; dx <= 1; dx++) {
                const ptrdiff_t n = i + dy * row.stride + dx;
                if (!are_joined(row, i, n)) continue;
                // The neighbour's sums hold for its own vector; these hold for the block's.
                const float away_x = x - row.start_x[n], away_y = y - row.start_y[n];
                sums.xx += row.xx[n];
                sums.xy += row.xy[n];
                sums.yy += row.yy[n];
                sums.xd += row.xd[n] + (row.xx[n] * away_x + row.xy[n] * away_y);
                sums.yd += row.yd[n] + (row.xy[n] * away_x + row.yy[n] * away_y);
                blocks++;
            }
        const auto pull = [&](ptrdiff_t n) { return are_joined(row, i, n) ? kStiffness / 4 : 0.F; };
        row.pull_beside[to] = pull(i + 1);
        row.pull_below[to] = pull(i + row.stride);
        const float pulls = pull(i - 1) + row.pull_beside[to] + (pull(i - row.stride) + row.pull_below[to]);
        const float pixels = blocks * 16,
                    held = pulls + kStill + (std::abs(x) + std::abs(y) < kJoined ? row.to_camera : 0.F);
        const float xx = sums.xx / pixels, xy = sums.xy / pixels, yy = sums.yy / pixels;
        const float determinant = (xx + held) * (yy + held) - xy * xy;
        row.inverse_xx[to] = (yy + held) / determinant;
        row.inverse_xy[to] = -xy / determinant;
        row.inverse_yy[to] = (xx + held) / determinant;
        row.right_x[to] = (xx + kStill) * x + xy * y - sums.xd / pixels;
        row.right_y[to] = xy * x + (yy + kStill) * y - sums.yd / pixels;
        row.x[to] = row.middle_x[to] = x;
        row.y[to] = row.middle_y[to] = y;
    }
}

void step_relax(const FieldStep& row, size_t first) {
    const ptrdiff_t count = static_cast<ptrdiff_t>(row.columns + 1 - first) / 2;
    const ptrdiff_t own = first == 1 ? row.odd : 0, left_of_own = first == 1 ? 0 : row.odd - 1;
    for (ptrdiff_t k = 0; k < count; k++) {
        const ptrdiff_t i = own + k, left = left_of_own + k, right = left + 1,
                        above = i - row.red_black_stride, below = i + row.red_black_stride;
        const auto pulled = [&](const float* to, const float* v) {
            float sum = to[i] + row.pull_beside[left] * v[left];
            sum += row.pull_beside[i] * v[right];
            sum += row.pull_below[above] * v[above];
            return sum + row.pull_below[i] * v[below];
        };
        const float right_x = pulled(row.right_x, row.x), right_y = pulled(row.right_y, row.y);
        const float x = row.inverse_xx[i] * right_x + row.inverse_xy[i] * right_y;
        const float y = row.inverse_xy[i] * right_x + row.inverse_yy[i] * right_y;
        row.x[i] = limited(row.x[i] + kOverRelaxed * (x - row.x[i]), row.middle_x[i]);
        row.y[i] = limited(row.y[i] + kOverRelaxed * (y - row.y[i]), row.middle_y[i]);
    }
}

}  // namespace genmedia::motion::reference
