// SPDX-License-Identifier: MIT
// column's index is outside of the matrix (CM spec 3.2.9)
#include <cm/cm.h>
template <int C>
void f(matrix_ref<int, 8, C> m) {
    m.column(-1) = 1;
}
void g() {
    matrix<int, 8, 4> m;
    f(m);
}
