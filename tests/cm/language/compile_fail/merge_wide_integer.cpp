// SPDX-License-Identifier: MIT
// an integer is a mask for at most 32 elements
#include <cm/cm.h>
void f() {
    vector<int, 64> v;
    v.merge(1, 0xf);
}
