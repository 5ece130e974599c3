// SPDX-License-Identifier: MIT
// iselect needs as many rows as columns
#include <cm/cm.h>
void f() {
    matrix<int, 4, 4> m;
    vector<ushort, 4> i;
    vector<ushort, 5> j;
    m.iselect(i, j);
}
