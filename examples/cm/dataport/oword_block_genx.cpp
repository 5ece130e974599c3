// SPDX-License-Identifier: MIT
// Consecutive bytes of a buffer. Its end needs no care: what is read past it is 0, what is written there is
// dropped.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void differences(SurfaceIndex from, SurfaceIndex to) {
    const int offset = get_thread_origin_x() * 64;  // bytes, a multiple of 16
    vector<int, 16> here, next;
    read(from, offset, here);
    read(DWALIGNED(from), offset + 4, next);  // a multiple of 4
    write(to, offset, vector<int, 16>(next - here));
}
