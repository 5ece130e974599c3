// SPDX-License-Identifier: MIT
// What stays on the target between regions, and what moves there without one.
#include <offload.h>

static int held_between_regions(int on) {
    int a[8], *p = a;
    a[:] = 1;
    for (int k = 0; k < 4; k++) {
#pragma offload target(gfx) if (on) in(p : length(k == 0 ? 8 : 0) alloc_if(k == 0) free_if(k == 3))
        _Cilk_for (int i = 0; i < 8; i++) p[i] += 1;
        if (on) a[:] = 100 * k;  // not what the target has
    }
    int b[8], *q = b;
    a[:] = 1;
    b[:] = 0;
#pragma offload_transfer target(gfx) if (on) in(p : length(8) free_if(0)), nocopy(q : length(8) free_if(0))
    a[:] = 50;
#pragma offload target(gfx) if (on) nocopy(p, q : alloc_if(0) free_if(0))
    _Cilk_for (int i = 0; i < 8; i++) q[i] = p[i] + i;
    if (on ? b[7] != 0 : b[7] != 57) return 1;
    int* const middle = q + 2;
#pragma offload_transfer target(gfx) if (on) out(middle : length(3) alloc_if(0) free_if(0))
    if (on && (b[1] != 0 || b[2] != 3 || b[4] != 5 || b[5] != 0)) return 2;
#pragma offload_transfer target(gfx) if (on) out(q : length(8) alloc_if(0)) nocopy(p : alloc_if(0))
    return on ? b[7] != 8 || a[7] != 50 : 0;
}

static int of_known_size(int on) {
    int a[4] = {1, 2, 3, 4}, n = 5;
#pragma offload_transfer target(gfx) if (on) in(a, n : free_if(0))
    a[:] = 0;
    n = 0;
#pragma offload target(gfx) if (on) out(a : alloc_if(0)) nocopy(n : alloc_if(0))
    _Cilk_for (int i = 0; i < 4; i++) a[i] += n;
    return on ? a[3] != 9 : a[3] != 0;
}

static int into_another(int on) {
    int from[6], there[6], back[6], *p = from, *q = there, *r = back;
    from[:] = 3;
    there[:] = 7;
    back[:] = 0;
#pragma offload target(gfx) if (on) in(p : length(6) into(q) free_if(0))
    _Cilk_for (int i = 0; i < 6; i++) q[i] += 1;
    if (on ? there[0] != 7 : there[0] != 8) return 1;
#pragma offload_transfer target(gfx) if (on) out(q : length(6) into(r) alloc_if(0))
    return on ? there[5] != 7 || back[5] != 4 || from[0] != 3 : back[5] != 0;
}

static int at_the_wait(int on) {
    int a[4], b[4], *p = a, *q = b, tag, other;
    a[:] = 1;
    b[:] = 2;
    _Offload_status done;
    OFFLOAD_STATUS_INIT(done);
#pragma offload target(gfx) if (on) signal(&tag) status(done) inout(p : length(4))
    _Cilk_for (int i = 0; i < 4; i++) p[i] += 1;
    if (a[3] != (on ? 1 : 2)) return 1;  // nobody has waited
#pragma offload_transfer target(gfx) if (on) in(q : length(4) free_if(0)) signal(&other)
    b[:] = 0;
#pragma offload target(gfx) if (on) wait(&tag, &other) out(q : length(4) alloc_if(0))
    _Cilk_for (int i = 0; i < 4; i++) q[i] += 5;
    if (done.result != (on ? OFFLOAD_SUCCESS : OFFLOAD_DISABLED)) return 2;
    if (done.data_sent != (on ? 16 : 0) || done.data_received != (on ? 16 : 0)) return 3;
    return a[3] != 2 || b[3] != (on ? 7 : 5);
}

static int lack_of_memory() {
    char small[1], *p = small;
    _Offload_status status;
    OFFLOAD_STATUS_INIT(status);
#pragma offload_transfer target(gfx) status(status) nocopy(p : length(1L << 50) free_if(0))
    return status.result != OFFLOAD_OUT_OF_MEMORY;
}

int main() {
    for (int on = 0; on < 2; on++) {
        if (held_between_regions(on)) return 1 + on;
        if (of_known_size(on)) return 3 + on;
        if (into_another(on)) return 5 + on;
        if (at_the_wait(on)) return 7 + on;
    }
    return lack_of_memory() ? 9 : 0;
}
