// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

_GENX_MAIN_ void untyped_copy(SurfaceIndex from, SurfaceIndex to, vector<uint, 8> u) {
    matrix<uint, 3, 8> m = 0;
    read_untyped(from, CM_ABR_ENABLE, m, u);  // R, B and A
    write_untyped(to, CM_BGR_ENABLE, m, u);
}
_GENX_MAIN_ void typed_copy(SurfaceIndex from, SurfaceIndex to, vector<uint, 8> u, vector<uint, 8> v) {
    matrix<float, 1, 8> m = 0;
    read_typed(from, CM_R_ENABLE, m, u, v);
    m += 0.5f;
    write_typed(to, CM_R_ENABLE, m, u, v);
}
