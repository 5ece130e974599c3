// SPDX-License-Identifier: MIT
#include "vme/reference/reference_functions.h"

namespace genmedia::vme::reference {
namespace {

// One dimension, in place. [ITU-T H.264, 8.5.12.2 backwards]
void transform_line(int* t, int step) {
    const int a = t[0], b = t[step], c = t[2 * step], d = t[3 * step];
    t[0] = a + b + c + d;
    t[step] = 2 * a + b - c - 2 * d;
    t[2 * step] = a - b - c + d;
    t[3 * step] = a - 2 * b + 2 * c - d;
}

}  // namespace

void transform(const uint8_t* source, const uint8_t* prediction, int rows, int16_t* to) {
    for (int b = 0; b < 4 * rows; b++) {
        const int first = b / 4 * 4 * kBlockStride + b % 4 * 4;
        int t[16];
        for (int i = 0; i < 16; i++) {
            const int at = first + i / 4 * kBlockStride + i % 4;
            t[i] = source[at] - prediction[at];
        }
        for (int line = 0; line < 4; line++) transform_line(t + 4 * line, 1);
        for (int column = 0; column < 4; column++) transform_line(t + column, 4);
        for (int i = 0; i < 16; i++) to[i * 4 * rows + b] = static_cast<int16_t>(t[i]);
    }
}

}  // namespace genmedia::vme::reference
