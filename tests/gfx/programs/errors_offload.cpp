// SPDX-License-Identifier: MIT
#include <gfx/gfx_rt.h>
__declspec(target(gfx_kernel)) void kernel(int n, float* a) { a[0:n] = 0; }
int main() {
    int a[4], *p = a, *q = a;
#pragma offload target(mic) in(p : length(4))  // error: #pragma offload target(mic) is not supported
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload in(p : length(4))              // error: #pragma offload without target(gfx)
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) in(p : alloc_if(1))  // error: alloc_if in a clause of #pragma offload is not supported
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) in(p)              // error: a pointer in a clause of #pragma offload without length(n)
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) in(p : length(4)) out(p : length(4))  // error: p stands in two clauses
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) in(p : length(4))
    _Cilk_for (int i = 0; i < 4; i++) p[i] = q[i];  // error: uses the pointer q, which no clause names
#pragma offload target(gfx)
    p = q;  // error: #pragma offload before what is no _Cilk_for loop
#pragma offload_transfer target(gfx) in(p : length(4))  // error: #pragma offload_transfer is not supported
    return 0;
}
