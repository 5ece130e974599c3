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

// Lengths that the arguments do not have: what they are is printed.
_GENX_MAIN_ void print_lengths(int i, float f) {
    const long long wide = i * 10000000000ll;
    vector<ushort, 4> v = 65000;
    half h = f;
    printf("%d %u %lld %lx|%hd %hhx %hu|%*d|%-*d|%.*f|%f %g|%c|%p\n", wide, i, i, v(1), 70000, 300, wide, 5, i, 4, i, 1,
           f, h, static_cast<double>(f), v(0) - 64935, static_cast<svmptr_t>(4096));
    printf("%s|%5.2s|%s\n", "text", "cut", static_cast<const char*>(nullptr));
}

// The calls that C leaves undefined.
_GENX_MAIN_ void print_wrong(int call) {
    switch (call) {
        case 0: printf("%s\n", call); break;
        case 1: printf("a %d %-5.2lld\n", call); break;
        case 2: printf("%8.3f\n", call); break;
        case 3: printf("%d\n", 2.5f); break;
        case 4: printf("%n\n", call); break;
        case 5: printf("%*d\n", "text", call); break;
        case 6: printf("%d %", call); break;
        case 7: printf("%d\n", "text"); break;
        case 8: printf(nullptr); break;
    }
}
