// SPDX-License-Identifier: MIT
// a mask's elements are integers
#include <cm/cm.h>
void f() {
    vector<int, 8> v;
    vector<float, 8> m;
    v.merge(1, m);
}
