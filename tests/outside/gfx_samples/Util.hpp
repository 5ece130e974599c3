// SPDX-License-Identifier: MIT
// What Intel's samples use of their harness to compare results.
#pragma once

#include <cmath>

inline bool errorf(float value, float expected, float scale = 1) {
    return !(std::fabs(value - expected) <= 1e-5f * scale * (1 + std::fabs(expected)));
}

struct FloatError {
    explicit FloatError(float most) : allowed(most), max_error(0) {}

    bool errorf(float value, float expected) {
        const float error = std::fabs(value - expected) / (std::fabs(expected) > 1 ? std::fabs(expected) : 1);
        if (error > max_error) max_error = error;
        return !(error <= allowed);
    }

    float allowed, max_error;
};
