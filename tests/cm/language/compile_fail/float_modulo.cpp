// SPDX-License-Identifier: MIT
// % is for integers
#include <cm/cm.h>
void f() {
    vector<int, 8> v;
    (void)(v % 2.0f);
}
