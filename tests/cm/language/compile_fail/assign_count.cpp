// SPDX-License-Identifier: MIT
// both sides must have the same number of elements
#include <cm/cm.h>
void f() {
    vector<int, 8> a;
    vector<int, 7> b;
    a = b;
}
