// SPDX-License-Identifier: MIT
// Rotates and mirrors matrices.
#include <cm/cmtl.h>

int main() {
    cm_matrix(in, ushort, 16, 16, 0, 1);
    matrix<ushort, 16, 16> turned, back;
    cmtl::Rotate90_16x16(in.select_all(), turned.select_all());  // clockwise
    if (turned(0, 0) != 15 * 16 || turned(0, 15) != 0 || turned(15, 15) != 15) return 1;
    cmtl::Rotate270_16x16(turned.select_all(), back.select_all());
    cmtl::MirrorHorizontal_16x16(back.select_all(), back.select_all());
    return back(2, 3) == 2 * 16 + 12 ? 0 : 2;
}
