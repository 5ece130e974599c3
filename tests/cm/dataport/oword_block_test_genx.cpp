// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

_GENX_MAIN_ void oword_copy(SurfaceIndex from, int from_offset, SurfaceIndex to, int to_offset) {
    vector<uchar, 64> v;
    read(from, from_offset, v);
    write(to, to_offset, v);
}
_GENX_MAIN_ void dword_copy(SurfaceIndex from, int from_offset, SurfaceIndex to) {
    vector<uint, 8> v;
    read(DWALIGNED(from), from_offset, v);
    write(to, 0, v);
}
// A block that is no whole owords.
_GENX_MAIN_ void odd_copy(SurfaceIndex from, int from_offset, SurfaceIndex to, int to_offset) {
    vector<uchar, 23> v;
    read(from, from_offset, v);
    write(to, to_offset, v);
}
// Both ways to say what a surface is, `by_name` as an argument of its own.
_GENX_MAIN_ void marked_copy(SurfaceIndex from, SurfaceIndex to, int by_name) {
    vector<uint, 8> v;
    if (by_name) {
        read(from, GENX_CONSTANT_DWALIGNED, 4, v);
        write(to, GENX_MODIFIED_DWALIGNED, 4, v);
        read(from, GENX_MODIFIED, 48, v);
        write(to, GENX_NONE, 48, v);
    } else {
        read(CONSTANT_DWALIGNED(from), 4, v);
        write(MODIFIED_DWALIGNED(to), 4, v);
        read(MODIFIED(from), 48, v);
        write(CONSTANT(to), 48, v);
    }
}
