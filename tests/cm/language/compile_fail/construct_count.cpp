// SPDX-License-Identifier: MIT
// both sides must have the same number of elements
#include <cm/cm.h>
void f() {
    matrix<int, 2, 4> m;
    vector<float, 7> v(m);
    (void)v;
}
