// SPDX-License-Identifier: MIT
#include <gfx/gfx_rt.h>
__declspec(target(gfx_kernel)) void kernel(int n, float* a) { a[0:n] = 0; }
int main() {
    int a[4], *p = a, *q = a;
    double d[4], *wide = d;
#pragma offload target(mic) in(p : length(4))  // error: #pragma offload target(mic) is not supported
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload in(p : length(4))              // error: #pragma offload without target(gfx)
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) in(p : align(64))  // error: align in a clause of #pragma offload is not supported
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) pin(p : length(4) alloc_if(1))  // error: alloc_if() and free_if() in pin()
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) inout(p : length(4) into(q))  // error: into() in inout(); expected in or out
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) in(p, q : length(4) into(q))  // error: into() behind 2 variables
    _Cilk_for (int i = 0; i < 4; i++) q[i] = 0;
#pragma offload target(gfx) in(p : length(4) into(wide))  // error: wide and p have elements of other sizes
    _Cilk_for (int i = 0; i < 4; i++) wide[i] = 0;
#pragma offload target(gfx) in(p)              // error: a pointer in a clause of #pragma offload without length(n)
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) in(p : length(4)) out(p : length(4))  // error: p stands in two clauses
    _Cilk_for (int i = 0; i < 4; i++) p[i] = 0;
#pragma offload target(gfx) in(p : length(4))
    _Cilk_for (int i = 0; i < 4; i++) p[i] = q[i];  // error: uses the pointer q, which no clause names
#pragma offload target(gfx)
    p = q;  // error: #pragma offload before what is no _Cilk_for loop
    ;
#pragma offload_transfer target(gfx) in(p : length(4))  // error: frees the memory that it fills; expected free_if(0)
    ;
#pragma offload_transfer target(gfx) out(p : length(4))  // error: reads memory that it allocates; expected alloc_if(0)
    ;
#pragma offload_transfer target(gfx) nocopy(p : length(4))  // error: allocates and frees
    ;
#pragma offload_transfer target(gfx) inout(p : length(4) alloc_if(0))  // error: moves nothing; expected in, out or nocopy
    ;
#pragma offload_transfer target(gfx)  // error: #pragma offload_transfer without in(), out() or nocopy()
    ;
    return 0;
}
