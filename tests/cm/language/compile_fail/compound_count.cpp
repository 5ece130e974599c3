// SPDX-License-Identifier: MIT
// both operands must have the same number of elements
#include <cm/cm.h>
void f() {
    vector<int, 8> a;
    vector<int, 4> b;
    a += b;
}
