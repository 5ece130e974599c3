// SPDX-License-Identifier: MIT
// The same bytes with another type and shape.
#include <cm/cm.h>

int main() {
    vector<uint, 8> v = 0x01020304u;
    matrix_ref<uchar, 8, 4> bytes = v.format<uchar, 8, 4>();
    bytes.column(0) = 0xff;  // the lowest byte of each
    return v(6) == 0x010203ffu && v.format<ushort>()(1) == 0x0102 ? 0 : 1;
}
