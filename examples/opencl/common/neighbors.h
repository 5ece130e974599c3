// SPDX-License-Identifier: MIT
// What kernels read from macroblocks that others have finished, and how they wait for them.
#pragma once

#include "macroblock.h"

short2 vector_of(global const struct Macroblock* macroblock) {
    return as_short4(macroblock->vectors[15]).xy;  // of the macroblock's lower right block
}

short2 median(short2 a, short2 b, short2 c) { return max(min(a, b), min(max(a, b), c)); }

void wait_for(global atomic_int* done) {
    while (atomic_load_explicit(done, memory_order_acquire, memory_scope_device) == 0) {
    }
}
