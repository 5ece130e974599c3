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
