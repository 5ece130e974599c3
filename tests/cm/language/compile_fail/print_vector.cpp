// SPDX-License-Identifier: MIT
// printf takes numbers and texts; of a vector, its elements
#include <cm/cm.h>
void f() {
    vector<int, 8> v;
    printf("%d\n", v);
}
