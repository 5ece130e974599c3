// SPDX-License-Identifier: MIT
// a mask has as many elements as what it masks
#include <cm/cm.h>
void f() {
    vector<int, 8> v;
    vector<ushort, 4> m;
    v.merge(1, m);
}
