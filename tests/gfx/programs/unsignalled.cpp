// SPDX-License-Identifier: MIT
// stderr: unsignalled.cpp:10: wait for a tag that no region before it signals
// dies: SIGABRT
int main() {
    int a[4], *p = a, tag, other;
#pragma offload target(gfx) out(p : length(4)) signal(&tag)
    _Cilk_for (int i = 0; i < 4; i++) p[i] = i;
#pragma offload_wait target(gfx) wait(&tag)
    if (a[3] != 3) return 1;
#pragma offload_wait target(gfx) wait(&other)
    return 0;
}
