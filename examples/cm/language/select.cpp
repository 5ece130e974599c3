// SPDX-License-Identifier: MIT
// A select is a reference: here to every third byte, to a block, to a column.
#include <cm/cm.h>

int main() {
    vector<uchar, 24> bgr = 10;
    bgr.select<8, 3>(2) = 200;  // red of eight pixels
    matrix<int, 8, 8> m = 0;
    m.select<2, 4, 3, 2>(1, 1) = 5;  // rows 1 and 5, columns 1, 3 and 5
    m.column(7) = m.row(1);
    return bgr(2) == 200 && bgr(3) == 10 && bgr(23) == 200 && m(5, 3) == 5 && m(1, 2) == 0 && m(3, 7) == 5
               ? 0
               : 1;
}
