// SPDX-License-Identifier: MIT
// A picture made twice as large by adaptive video scaling: sixteen by four pixels a message.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void enlarge(SurfaceIndex small, SamplerIndex sampler, SurfaceIndex large,
                                    float step_x, float step_y) {
    const int x = get_thread_origin_x() * 16, y = get_thread_origin_y() * 4;
    matrix<uchar, 4, 16> gray;
    cm_avs_sampler(gray, CM_R_ENABLE, small, sampler, x * step_x, y * step_y, step_x, step_y, 0, 0, 0,
                   CM_8_FULL);
    write(large, x, y, gray);
}
