// SPDX-License-Identifier: MIT
// Branches and loops by channel: the greatest common divisors of sixteen pairs.
#include <cm/cmtl.h>

int main() {
    vector<uint, 16> a, b = 84, steps = 0;
    cmtl::cm_vector_assign(a.select_all(), 1, 3);
    vector<uint, 16> x = a, y = b;
    SIMD_DO_WHILE_BEGIN {
        SIMD_IF_BEGIN(x > y) { x -= y; }
        SIMD_ELSEIF(x < y) { y -= x; }
        SIMD_IF_END;
        steps += 1;
    }
    SIMD_DO_WHILE_END(x != y);
    for (int k = 0; k < 16; k++) {
        uint p = a(k), q = 84;
        while (q) {
            const uint r = p % q;
            p = q;
            q = r;
        }
        if (x(k) != p) return 1;
    }
    return 0;
}
