// SPDX-License-Identifier: MIT
// is not contextually convertible to 'bool'
#include <cm/cm.h>
int f() {
    vector<int, 8> v;
    if (v > 3) return 1;
    return 0;
}
