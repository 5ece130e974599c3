// SPDX-License-Identifier: MIT
// samplers fill rows of sixteen dwords
#include <cm/cm.h>
void f(SurfaceIndex picture) {
    matrix<float, 4, 8> m;
    vector<uint, 16> u;
    load16(m.select<1, 1, 8, 1>(0, 0), CM_R_ENABLE, picture, u);
}
