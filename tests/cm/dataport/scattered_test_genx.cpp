// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

template <class T>
_GENX_ inline void copy_scattered(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    vector<T, 16> v = 0;
    read(from, global, offsets, v);
    write(to, 0, offsets, v);
}
_GENX_MAIN_ void scattered_bytes(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    copy_scattered<uchar>(from, to, global, offsets);
}
_GENX_MAIN_ void scattered_words(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    copy_scattered<ushort>(from, to, global, offsets);
}
_GENX_MAIN_ void scattered_dwords(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    copy_scattered<uint>(from, to, global, offsets);
}
_GENX_MAIN_ void scattered_scaled(SurfaceIndex from, SurfaceIndex to, uint global, vector<uint, 16> offsets) {
    vector<uint, 16> v = 0;
    read_scaled(from, global, offsets, v);
    write_scaled(to, 0, offsets, v);
}
// Even lanes only.
_GENX_MAIN_ void scattered_masked(SurfaceIndex from, SurfaceIndex to, vector<uint, 16> offsets) {
    vector<uint, 16> v = 99;
    SIMD_IF_BEGIN((offsets & 1) == 0) {
        read(from, 0, offsets, v);
        write(to, 0, offsets, v);
    }
    SIMD_IF_END;
    write(to, 16, offsets, v);
}
