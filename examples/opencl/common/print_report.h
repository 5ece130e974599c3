// SPDX-License-Identifier: MIT
// Prints a motion field in a few lines of text.
#pragma once

#include "macroblock.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

namespace example {

struct Vector {
    int16_t x, y;  // quarter pixels
};

inline Vector forward(cl_ulong packed) {
    return {static_cast<int16_t>(packed), static_cast<int16_t>(packed >> 16)};
}

// The vector of most 4x4 blocks, and how often each shape was chosen.
inline void report(const char* title, const std::vector<Macroblock>& field) {
    std::map<cl_uint, int> vectors;
    int shapes[4] = {};
    for (const Macroblock& macroblock : field) {
        shapes[macroblock.major_shape & 3]++;
        for (const cl_ulong vector : macroblock.vectors) vectors[static_cast<cl_uint>(vector)]++;
    }
    auto most = vectors.begin();
    for (auto vector = vectors.begin(); vector != vectors.end(); vector++) {
        if (vector->second > most->second) most = vector;
    }
    const Vector common = forward(most->first);
    std::printf("%s: %d%% of the blocks move by (%+.2f, %+.2f) pixels; 16x16 %d, 16x8 %d, 8x16 %d, 8x8 %d\n",
                title, static_cast<int>(100 * most->second / (16 * field.size())), common.x / 4.0,
                common.y / 4.0, shapes[0], shapes[1], shapes[2], shapes[3]);
}

}  // namespace example
