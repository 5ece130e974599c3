// SPDX-License-Identifier: MIT
// A place of its own for each lane: elements in the order of a permutation.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void permute(SurfaceIndex from, SurfaceIndex order, SurfaceIndex to) {
    vector<uint, 16> places;
    read(order, get_thread_origin_x() * 64, places);
    vector<ushort, 16> found;
    read(from, 0, places, found);  // places count elements, here words
    write(to, get_thread_origin_x() * 32, found);
}
