// SPDX-License-Identifier: MIT
// Surfaces come in as parameters, several in one, or lie in the binding table or behind a name for all
// kernels.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void add_all(vector<SurfaceIndex, 2> both, SurfaceIndex out) {
    vector<int, 4> sum, next;
    read(both(0), 0, sum);
    read(both(1), 0, next);
    sum += next;
    read(SurfaceIndex(20), 0, next);  // what the host bound with SetSurfaceBTI
    sum += next;
    read(CM_STATIC_BUFFER_0, 0, next);
    sum += next;
    write(out, 0, sum);
}
