// SPDX-License-Identifier: MIT
// this built-in is for integers of up to 32 bits
#include <cm/cm.h>
void f() {
    vector<long long, 8> v;
    vector<uint, 8> carry;
    (void)cm_addc(vector<unsigned long long, 8>(v), 1u, carry);
}
