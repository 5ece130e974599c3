// SPDX-License-Identifier: MIT
// Neighbours by offsets: how much brighter the pixel right of each is. Outside of the picture texels are 0.
#include <cm/cm.h>
#include <cm/cmtl.h>

extern "C" _GENX_MAIN_ void slope(SurfaceIndex picture, SurfaceIndex out) {
    cm_vector(x, uint, 16, 0, 1);
    vector<uint, 16> y = get_thread_origin_y();
    vector<float, 16> here, right;
    cm_3d_load<CM_3D_LOAD_LZ, CM_R_ENABLE>(here, 0, picture, x, y);
    cm_3d_load<CM_3D_LOAD_LZ, CM_R_ENABLE>(right, 0x100, picture, x, y);  // u + 1
    write(out, get_thread_origin_y() * 64, vector<float, 16>(right - here));
}
