// SPDX-License-Identifier: MIT
// stderr: behind_length.cpp:7: p is read or written behind its length of 16 bytes
// dies: SIGSEGV
int main() {
    int a[8] = {}, *p = a;
    int n = 8;
#pragma offload target(gfx) inout(p : length(4))
    _Cilk_for (int i = 0; i < n; i++) p[i] = i;
    return 0;
}
