// SPDX-License-Identifier: MIT
// Each kernel moves one block; sizes that are no multiples of anything.
#include <cm/cm.h>
#include <cm/cmtl.h>

template <class T>
_GENX_ inline void block_to(SurfaceIndex picture, SurfaceIndex out, int x, int y, uint width) {
    matrix<T, 5, 11> block;
    cmtl::ReadBlock<T, 5, 11>(picture, x, y, block, width);
    cmtl::WriteLinear<T, 55>(out, 0, block);
}
_GENX_MAIN_ void read_bytes(SurfaceIndex picture, SurfaceIndex out, int x, int y, uint width) {
    block_to<uchar>(picture, out, x, y, width);
}
_GENX_MAIN_ void read_words(SurfaceIndex picture, SurfaceIndex out, int x, int y, uint width) {
    block_to<short>(picture, out, x, y, width);
}
_GENX_MAIN_ void read_dwords(SurfaceIndex picture, SurfaceIndex out, int x, int y, uint width) {
    block_to<int>(picture, out, x, y, width);
}
_GENX_MAIN_ void read_bottom(SurfaceIndex picture, SurfaceIndex out, int x, int y) {
    matrix<uchar, 5, 11> block;
    cmtl::ReadBlock(BOTTOM_FIELD(picture), x, y, block.select_all());
    cmtl::WriteLinear<uchar, 55>(out, 0, block);
}

template <class T>
_GENX_ inline void block_from(SurfaceIndex in, SurfaceIndex picture, int x, int y) {
    matrix<T, 5, 11> block;
    cmtl::ReadLinear<T, 55>(in, 3, block);
    cmtl::WriteBlock<T, 5, 11>(picture, x, y, block);
}
_GENX_MAIN_ void write_bytes(SurfaceIndex in, SurfaceIndex picture, int x, int y) {
    block_from<uchar>(in, picture, x, y);
}
_GENX_MAIN_ void write_words(SurfaceIndex in, SurfaceIndex picture, int x, int y) {
    block_from<short>(in, picture, x, y);
}
_GENX_MAIN_ void write_dwords(SurfaceIndex in, SurfaceIndex picture, int x, int y) {
    block_from<int>(in, picture, x, y);
}

_GENX_MAIN_ void copy_line(SurfaceIndex from, int from_pixel, SurfaceIndex to, int to_pixel) {
    vector<short, 77> v;
    cmtl::ReadLinear<short, 77>(from, from_pixel, v);
    cmtl::WriteLinear<short, 77>(to, to_pixel, v);
}
