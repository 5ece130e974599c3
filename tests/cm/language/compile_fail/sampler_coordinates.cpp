// SPDX-License-Identifier: MIT
// there are sixteen coordinates of each kind
#include <cm/cm.h>
void f(SurfaceIndex picture, SamplerIndex sampler) {
    matrix<float, 4, 16> m;
    vector<float, 8> u;
    sample16(m, CM_ABGR_ENABLE, picture, sampler, u);
}
