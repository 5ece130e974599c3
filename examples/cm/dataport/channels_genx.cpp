// SPDX-License-Identifier: MIT
// Structures of four dwords: x, y, z and w of sixteen points arrive in a row each.
#include <cm/cm.h>
#include <cm/cmtl.h>

extern "C" _GENX_MAIN_ void lengths(SurfaceIndex points) {
    cm_vector(place, uint, 16, 0, 4);  // in dwords
    place += get_thread_origin_x() * 64;
    matrix<float, 3, 16> p;
    read_untyped(points, CM_BGR_ENABLE, p, place);
    matrix<float, 1, 16> w = cm_sqrt(p.row(0) * p.row(0) + p.row(1) * p.row(1) + p.row(2) * p.row(2));
    write_untyped(points, CM_A_ENABLE, w, place);
}
