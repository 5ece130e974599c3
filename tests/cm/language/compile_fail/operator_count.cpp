// SPDX-License-Identifier: MIT
// both operands must have the same number of elements
#include <cm/cm.h>
void f() {
    vector<int, 8> a;
    matrix<int, 3, 3> b;
    (void)(a + b);
}
