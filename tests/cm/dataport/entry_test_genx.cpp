// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

_GENX_MAIN_ void arguments(uchar a, short b, float c, double d, long long e, vector<short, 5> f,
                           matrix<uchar, 2, 3> g, vector<SurfaceIndex, 3> surfaces, bool h) {
    vector<int, 8> v = 0;
    v(0) = a + b + static_cast<int>(c * 4) + static_cast<int>(d * 4) + static_cast<int>(e >> 32);
    v(1) = cm_sum<int>(f);
    v(2) = g(1, 2);
    v(3) = h ? 1 : 2;
#pragma unroll
    for (int i = 0; i < 3; i++) {
        v(4) = i;
        write(surfaces(i), 0, v);
    }
}
