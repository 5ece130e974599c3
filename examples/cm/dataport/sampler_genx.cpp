// SPDX-License-Identifier: MIT
// A picture made twice as large: sixteen texels a message, coordinates from 0 to 1 across the picture.
#include <cm/cm.h>
#include <cm/cmtl.h>

extern "C" _GENX_MAIN_ void enlarge(SurfaceIndex small, SamplerIndex sampler, SurfaceIndex large,
                                    float step_x, float step_y) {
    cm_vector(column, float, 16, 0, 1);
    vector<float, 16> u = (column + get_thread_origin_x() * 16 + 0.5f) * step_x;
    vector<float, 16> v = (get_thread_origin_y() + 0.5f) * step_y;
    matrix<float, 1, 16> gray;
    sample16(gray, CM_A_ENABLE, small, sampler, u, v);
    vector<uchar, 16> pixels = gray * 255.0f + 0.5f;
    write(large, get_thread_origin_x() * 16, get_thread_origin_y(), pixels);
}
