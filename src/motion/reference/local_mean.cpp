// SPDX-License-Identifier: MIT
#include "motion/field_rules/local_mean.h"

#include "motion/reference/reference_fields.h"

#include <algorithm>

namespace genmedia::motion::reference {

void subtract_local_means(const LocalMeans& line) {
    constexpr int pixels = kMeanSide * kMeanSide;
    for (size_t x = 0; x < line.width; x++) {
        int sum = 0;
        for (size_t i = 0; i < kMeanSide; i++) sum += line.columns[x + i];
        const int mean = (sum + pixels / 2) / pixels;
        line.to[x] = static_cast<uint8_t>(std::clamp(line.from[x] - mean + 128, 0, 255));
    }
}

}  // namespace genmedia::motion::reference
