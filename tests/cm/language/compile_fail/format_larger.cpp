// SPDX-License-Identifier: MIT
// format must not be larger than its source
#include <cm/cm.h>
void f() {
    vector<uchar, 16> v;
    v.format<int, 2, 4>();
}
