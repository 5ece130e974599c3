// SPDX-License-Identifier: MIT
// Each kernel reads one shape and writes the matrix, row after row, to a buffer.
#include <cm/cm.h>

template <int Height, int Width>
_GENX_ inline void read_shape(SurfaceIndex picture, SurfaceIndex out, CM_READ_SIZE height, CM_READ_SIZE width,
                              int x, int y) {
    matrix<uint, Width, Height> m;
    read_transpose(picture, height, width, x, y, m);
    vector<uint, 64> all = 0;
    all.select<Width * Height, 1>(0) = m;
    write(out, 0, all);
}
_GENX_MAIN_ void read_2x8(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    read_shape<2, 8>(picture, out, CM_READ_2, CM_READ_8, x, y);
}
_GENX_MAIN_ void read_8x1(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    read_shape<8, 1>(picture, out, CM_READ_8, CM_READ_1, x, y);
}
_GENX_MAIN_ void read_1x4(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    read_shape<1, 4>(picture, out, CM_READ_1, CM_READ_4, x, y);
}
_GENX_MAIN_ void read_4x2(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    read_shape<4, 2>(picture, out, CM_READ_4, CM_READ_2, x, y);
}
_GENX_MAIN_ void read_8x8(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    read_shape<8, 8>(picture, out, CM_READ_8, CM_READ_8, x, y);
}
// Into a part of a matrix.
_GENX_MAIN_ void read_region(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    matrix<int, 4, 8> m = -1;
    read_transpose(picture, CM_READ_4, CM_READ_2, x, y, m.select<2, 2, 4, 2>(1, 1));
    write(out, 0, m);
}
