// SPDX-License-Identifier: MIT
// this built-in is for integers of up to 32 bits
#include <cm/cm.h>
void f() {
    vector<long long, 8> v;
    vector<uint, 8> low;
    (void)cm_imul(low, v, v);
}
