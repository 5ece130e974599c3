// SPDX-License-Identifier: MIT
// both sides must have the same number of elements
#include <cm/cm.h>
void f() {
    vector<int, 8> v;
    vector<int, 4> x;
    v.merge(x, 0xf);
}
