// SPDX-License-Identifier: MIT
// Makes, sets and copies vectors. References bind once and write through.
#include <cm/cm.h>

int main() {
    vector<int, 16> v = 3;
    v(5) = v[0] + 1;
    vector<float, 16> f = v;  // converts
    vector_ref<int, 4> part = v.select<4, 1>(4);
    part = 7;  // writes v(4)..v(7)
    vector<int, 4> copy = v.select<4, 1>(4);
    copy = 0;  // v is unchanged
    return f(5) == 4.0f && v(4) == 7 && v(7) == 7 && v(8) == 3 ? 0 : 1;
}
