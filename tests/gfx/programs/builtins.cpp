// SPDX-License-Identifier: MIT
#include <gfx/gfx_intrin.h>

int main() {
    if (_gfx_add_i8(100, 100, GFX_SAT) != 127 || _gfx_add_i8(100, 100, 0) != static_cast<signed char>(200)) return 1;
    if (_gfx_sub_i16(-30000, 30000, GFX_SAT) != -32768 || _gfx_mullo_i32(1 << 20, 1 << 20, GFX_SAT) != 2147483647) return 2;
    if (_gfx_add_f32(0.75f, 0.75f, GFX_SAT) != 1 || _gfx_sub_f64(0.25, 0.5, GFX_SAT) != 0) return 3;
    if (_gfx_mul_f32(3, 4, 0) != 12) return 4;
    int a[2] = {5, 5};
    if (_gfx_atomic_write_i32(GFX_ATOMIC_ADD, a, 1, 3, 0) != 5 || a[1] != 8 || a[0] != 5) return 5;
    _gfx_atomic_write_i32(GFX_ATOMIC_MIN, a, 0, -1, 0);  // without a sign
    if (a[0] != 5) return 6;
    _gfx_atomic_write_i32(GFX_ATOMIC_MINSINT, a, 0, -1, 0);
    if (a[0] != -1) return 7;
    _gfx_atomic_write_i32(GFX_ATOMIC_CMPXCHG, a, 0, -1, 42);
    if (a[0] != 42) return 8;
    a[0] = 0;
    int* p = a;
#pragma offload target(gfx) inout(p : length(2))
    _Cilk_for (int i = 0; i < 1000; i++) _gfx_atomic_write_i32(GFX_ATOMIC_INC, p, 0, 0, 0);
    return a[0] == 1000 ? 0 : 9;
}
