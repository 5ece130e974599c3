// SPDX-License-Identifier: MIT
// dot products take groups of four elements
#include <cm/cm.h>
void f() {
    vector<float, 6> v;
    (void)cm_dp4<float>(v, v);
}
