/* SPDX-License-Identifier: MIT */
/* As transfers.cpp, where variables have other types. */
#include <offload.h>

int main(void) {
    int a[4] = {1, 2, 3, 4}, b[4] = {0, 0, 0, 0}, n = 5, *p = a, *q = b, tag;
    _Offload_status status;
    OFFLOAD_STATUS_INIT(status);
#pragma offload_transfer target(gfx) in(p : length(4) free_if(0)) in(n : free_if(0)) status(status)
    if (status.result != OFFLOAD_SUCCESS || status.data_sent != 20) return 1;
    a[:] = 0;
#pragma offload target(gfx) nocopy(p : alloc_if(0)) in(n : alloc_if(0)) out(q : length(4)) signal(&tag)
    _Cilk_for (int i = 0; i < 4; i++) q[i] = p[i] + n;
    if (b[3] != 0) return 2;
#pragma offload_wait target(gfx) wait(&tag)
    return b[3] == 9 ? 0 : 3;
}
