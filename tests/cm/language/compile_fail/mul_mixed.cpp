// SPDX-License-Identifier: MIT
// cm_mul takes floats or integers, not both
#include <cm/cm.h>
void f() {
    vector<float, 8> v;
    cm_mul<float>(v, 2);
}
