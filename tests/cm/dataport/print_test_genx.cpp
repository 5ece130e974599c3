// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

_GENX_MAIN_ void print_all(int i, float f) {
    printf("%d %u %c %s %5.2f|%-4d|%x%%\n", i, 7u, 'x', "text", f, 3, 255);
    vector<ushort, 8> odd = 0;
    odd(1) = 1;
    SIMD_IF_BEGIN(odd) { printf("some lane\n"); }
    SIMD_IF_END;
    odd = 0;
    SIMD_IF_BEGIN(odd) { printf("no lane\n"); }
    SIMD_IF_END;
}
