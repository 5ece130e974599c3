// SPDX-License-Identifier: MIT
// all operands must have the same number of elements
#include <cm/cm.h>
void f() {
    vector<int, 8> a;
    vector<int, 4> b;
    (void)cm_max<int>(a, b);
}
