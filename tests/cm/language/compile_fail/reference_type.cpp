// SPDX-License-Identifier: MIT
// no matching function for call to 'g'
#include <cm/cm.h>
void g(vector_ref<int, 8> v);
void f() {
    vector<short, 8> v;
    g(v);
}
