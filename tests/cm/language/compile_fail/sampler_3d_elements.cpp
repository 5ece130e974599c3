// SPDX-License-Identifier: MIT
// the result has fewer elements than the enabled channels
#include <cm/cm.h>
void f(SurfaceIndex picture, SamplerIndex sampler) {
    vector<float, 32> to;
    vector<float, 16> u;
    cm_3d_sample<CM_3D_SAMPLE, CM_BGR_ENABLE>(to, 0, sampler, picture, u);
}
