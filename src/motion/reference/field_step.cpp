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
        const float x = row.start_x[i], y = row.start_y[i];
        GradientSums sums;
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
        row.pull_beside[i] = pull(i + 1);
        row.pull_below[i] = pull(i + row.stride);
        const float pulls = pull(i - 1) + row.pull_beside[i] + (pull(i - row.stride) + row.pull_below[i]);
        const float pixels = blocks * 16,
                    held = pulls + kStill + (std::abs(x) + std::abs(y) < kJoined ? row.to_camera : 0.F);
        const float xx = sums.xx / pixels, xy = sums.xy / pixels, yy = sums.yy / pixels;
        const float determinant = (xx + held) * (yy + held) - xy * xy;
        row.inverse_xx[i] = (yy + held) / determinant;
        row.inverse_xy[i] = -xy / determinant;
        row.inverse_yy[i] = (xx + held) / determinant;
        row.right_x[i] = (xx + kStill) * x + xy * y - sums.xd / pixels;
        row.right_y[i] = xy * x + (yy + kStill) * y - sums.yd / pixels;
    }
}

void step_relax(const FieldStep& row, size_t first) {
    for (auto i = static_cast<ptrdiff_t>(first); i < static_cast<ptrdiff_t>(row.columns); i += 2) {
        const auto pulled = [&](const float* right, const float* v) {
            float sum = right[i] + row.pull_beside[i - 1] * v[i - 1];
            sum += row.pull_beside[i] * v[i + 1];
            sum += row.pull_below[i - row.stride] * v[i - row.stride];
            return sum + row.pull_below[i] * v[i + row.stride];
        };
        const float right_x = pulled(row.right_x, row.x), right_y = pulled(row.right_y, row.y);
        const float x = row.inverse_xx[i] * right_x + row.inverse_xy[i] * right_y;
        const float y = row.inverse_xy[i] * right_x + row.inverse_yy[i] * right_y;
        row.x[i] = limited(row.x[i] + kOverRelaxed * (x - row.x[i]), row.start_x[i]);
        row.y[i] = limited(row.y[i] + kOverRelaxed * (y - row.y[i]), row.start_y[i]);
    }
}

}  // namespace genmedia::motion::reference
