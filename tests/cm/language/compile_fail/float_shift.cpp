// SPDX-License-Identifier: MIT
// << is for integers
#include <cm/cm.h>
void f() {
    vector<float, 8> v;
    (void)(v << 1);
}
