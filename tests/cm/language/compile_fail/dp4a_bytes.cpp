// SPDX-License-Identifier: MIT
// cm_dp4a multiplies the bytes of dwords
#include <cm/cm.h>
void f() {
    vector<uchar, 8> v;
    vector<int, 8> acc;
    (void)cm_dp4a(acc, v, v);
}
