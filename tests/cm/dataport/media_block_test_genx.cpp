// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

// A block of 6 rows of 12 bytes from (x, y), stored at the start of a buffer in rows of 16.
template <class S>
_GENX_ inline void copy_block(S from, SurfaceIndex out, int x, int y) {
    matrix<uchar, 6, 12> block;
    read(from, x, y, block);
#pragma unroll
    for (int i = 0; i < 6; i++) {
        vector<uchar, 16> row = 0;
        row.select<12, 1>(0) = block.row(i);
        write(out, i * 16, row);
    }
}
_GENX_MAIN_ void block_read(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    copy_block(picture, out, x, y);
}
_GENX_MAIN_ void top_read(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    copy_block(TOP_FIELD(picture), out, x, y);
}
_GENX_MAIN_ void bottom_read(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    copy_block(BOTTOM_FIELD(picture), out, x, y);
}
// The same by the field's name; writes too.
_GENX_MAIN_ void named_fields(SurfaceIndex picture, SurfaceIndex to, int x, int y) {
    matrix<uchar, 6, 12> top, bottom;
    read(picture, GENX_MODIFIED_TOP_FIELD, x, y, top);
    read(picture, GENX_BOTTOM_FIELD, x, y, bottom);
    write(to, GENX_BOTTOM_FIELD, 0, 0, top);
    write(MODIFIED_TOP_FIELD(to), 0, 0, bottom);
}
_GENX_MAIN_ void chroma_read(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    matrix<uchar, 6, 12> block;
    read_plane(picture, GENX_SURFACE_UV_PLANE, x, y, block);
#pragma unroll
    for (int i = 0; i < 6; i++) {
        vector<uchar, 16> row = 0;
        row.select<12, 1>(0) = block.row(i);
        write(out, i * 16, row);
    }
}
// Bytes 1, 2, 3, ... in rows of 12.
_GENX_MAIN_ void block_write(SurfaceIndex picture, int x, int y) {
    matrix<uchar, 6, 12> block;
#pragma unroll
    for (int i = 0; i < 6; i++)
#pragma unroll
        for (int j = 0; j < 12; j++) block(i, j) = i * 12 + j + 1;
    write(picture, x, y, block);
}
// Into a column, and from one: regions that do not lie side by side.
_GENX_MAIN_ void column_copy(SurfaceIndex picture, int x, int y) {
    matrix<uint, 4, 4> m = 7;
    read(picture, x, y, m.select<4, 1, 1, 1>(0, 2));
    m.column(3) = m.column(2) + 1;
    write(picture, x + 4, y, m.select<4, 1, 2, 1>(0, 2));
}
