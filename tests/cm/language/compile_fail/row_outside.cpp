// SPDX-License-Identifier: MIT
// row's index is outside of the matrix (CM spec 3.2.9)
#include <cm/cm.h>
void f() {
    matrix<int, 8, 4> m;
    m.row(9) = 1;
}
