// SPDX-License-Identifier: MIT
// read_transpose reads 1, 2, 4 or 8 rows of 1, 2, 4 or 8 dwords
#include <cm/cm.h>
void f(SurfaceIndex picture) {
    matrix<int, 3, 4> m;
    read_transpose(picture, CM_READ_4, CM_READ_2, 0, 0, m);
}
