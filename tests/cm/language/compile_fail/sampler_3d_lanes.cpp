// SPDX-License-Identifier: MIT
// sampler messages take operands of 8 or 16 elements
#include <cm/cm.h>
void f(SurfaceIndex picture) {
    vector<float, 16> to;
    vector<uint, 4> u;
    cm_3d_load<CM_3D_LOAD_LZ, CM_R_ENABLE>(to, 0, picture, u);
}
