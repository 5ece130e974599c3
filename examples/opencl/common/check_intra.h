// SPDX-License-Identifier: MIT
// For --check: the pixels around a macroblock, in the form that the native unit takes.
#pragma once

#include "check.h"
#include "macroblock_decision.h"

namespace example {

inline genmedia::vme::IntraNeighbors neighbors(const Frame& frame, int column, int row) {
    const int x = column * 16, y = row * 16;
    genmedia::vme::IntraNeighbors around;
    around.has_left = x > 0;
    around.has_upper = y > 0;
    around.has_upper_right = y > 0 && x + 16 < frame.width;
    around.has_upper_left = x > 0 && y > 0;
    for (int i = 0; i < 16; i++) {
        around.left[i] = static_cast<uint8_t>(frame.at(x - 1, y + i));
        around.upper[i] = static_cast<uint8_t>(frame.at(x + i, y - 1));
    }
    for (int i = 0; i < 8; i++) around.upper_right[i] = static_cast<uint8_t>(frame.at(x + 16 + i, y - 1));
    around.upper_left = static_cast<uint8_t>(frame.at(x - 1, y - 1));
    return around;
}

inline void check_intra(Check& check, const Decision& got, const genmedia::vme::SicResult& expected) {
    check.equal("intra_shape", 0, int{got.intra_shape}, static_cast<int>(expected.intra_shape));
    check.equal("intra_distortion", 0, int{got.intra_distortion}, int{expected.intra_distortion});
    const int step[] = {16, 4, 1};
    for (int n = 0; n < 16; n += step[static_cast<int>(expected.intra_shape)]) {
        check.equal("luma_modes", n, static_cast<int>(got.luma_modes >> (4 * n) & 15),
                    static_cast<int>(expected.luma_modes[n]));
    }
}

inline void check_skip(Check& check, const Decision& got, const genmedia::vme::SicResult& expected) {
    check.equal("skip_distortion", 0, int{got.skip_distortion}, int{expected.distortions[0]});
    check.equal("skip_sad", 0, int{got.skip_sad}, int{expected.raw_sad});
    for (int q = 0; q < 4; q++) {
        check.equal("transform_counts", q, static_cast<int>(got.transform_counts >> (8 * q) & 255),
                    int{expected.transform_count[q]});
        check.equal("transform_sums", q, static_cast<int>(got.transform_sums >> (16 * q) & 65535),
                    int{expected.transform_sum[q]});
    }
}

}  // namespace example
