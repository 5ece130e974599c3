// SPDX-License-Identifier: MIT
// a SIMD condition has 2, 4, 8, 16 or 32 elements
#include <cm/cm.h>
void f() {
    vector<ushort, 12> v;
    SIMD_IF_BEGIN(v) {}
    SIMD_IF_END;
}
