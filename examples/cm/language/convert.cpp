// SPDX-License-Identifier: MIT
// Floats to integers drop the fraction and clamp; integers to narrower ones keep the low bits, or clamp with
// SAT.
#include <cm/cm.h>

int main() {
    vector<float, 4> f = 300.7f;
    vector<int, 4> i = 275;
    vector<uchar, 4> from_float = f, cut = i, clamped(i, SAT);
    vector<float, 4> unit(f, SAT);
    f = -1.9f;
    vector<char, 4> negative = f;
    return from_float(0) == 255 && cut(0) == 19 && clamped(0) == 255 && unit(0) == 1.0f && negative(0) == -1
               ? 0
               : 1;
}
