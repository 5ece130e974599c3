// SPDX-License-Identifier: MIT
// Matrices are stored row by row. Any object with the same number of elements can be assigned.
#include <cm/cm.h>

int main() {
    const short numbers[2][3] = {{1, 2, 3}, {4, 5, 6}};
    matrix<int, 2, 3> m(numbers);
    matrix<int, 3, 2> n = m;
    vector<uchar, 6> v(m * 60, SAT);  // 60, 120, 180, 240, 255, 255
    m.row(1) = 0;
    return n(1, 0) == 3 && n(2, 1) == 6 && v(3) == 240 && v(5) == 255 && m[1][2] == 0 && m.n_rows() == 2 ? 0
                                                                                                         : 1;
}
