// SPDX-License-Identifier: MIT
// How va_fei_h264.h lays out vectors, in statistics and in encoding.
#pragma once

#include <cstdint>

namespace genmedia::va {

inline constexpr int kVectors = 16;             // of a macroblock, in the unit's order
inline constexpr unsigned kMostPredictors = 4;  // of a macroblock
inline constexpr int16_t kNoVector = -32768;    // 0x8000: an intra block's, or a predictor that is none

}  // namespace genmedia::va
