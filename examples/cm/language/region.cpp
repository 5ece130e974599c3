// SPDX-License-Identifier: MIT
// For code that writes messages: the place of an object's bytes.
#include <cm/cm.h>

int main() {
    matrix<ushort, 4, 8> m = 0;
    auto block = m.select<2, 1, 4, 1>(1, 2);
    for (int i = 0; i < cm::rows_of<decltype(block)>; i++)
        if (char* row = cm::row_bytes(block, i))
            __builtin_memset(row, 0x11, cm::cols_of<decltype(block)> * 2);
    return m(1, 2) == 0x1111 && m(2, 5) == 0x1111 && m(1, 1) == 0 && m(2, 6) == 0 && m(3, 2) == 0 &&
                   cm::is_contiguous(m) && !cm::is_contiguous(block)
               ? 0
               : 1;
}
