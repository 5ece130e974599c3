// SPDX-License-Identifier: MIT
// select needs a stride above 0
#include <cm/cm.h>
void f() {
    vector<int, 8> v;
    v.select<4, 0>(0);
}
