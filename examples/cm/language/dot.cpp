// SPDX-License-Identifier: MIT
// Dot products of groups of four, and sums of absolute differences of pairs.
#include <cm/cm.h>

int main() {
    vector<float, 8> a = 2.0f, b = 0.25f;
    vector<float, 8> d = cm_dp4<float>(a, b);
    vector<uchar, 4> x = 10, y = 13;
    vector<ushort, 4> sad = cm_sad2<ushort>(x, y);  // in elements 0 and 2
    vector<float, 4> line = 3.0f;
    return d(0) == 2.0f && d(7) == 2.0f && sad(0) == 6 && sad(2) == 6 && cm_line<float>(line, a)(5) == 9.0f
               ? 0
               : 1;
}
