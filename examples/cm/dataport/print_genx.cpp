// SPDX-License-Identifier: MIT
// printf in kernels; the text comes out when the host asks for it.
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void say(int number, float fraction) {
    printf("%d and %.2f: %s\n", number, fraction, number > 40 ? "PASSED" : "FAILED");
}
