// SPDX-License-Identifier: MIT
// stderr: negative_length.cpp:7: p has a length of -12 bytes; expected 0 or more
// dies: SIGABRT
int main() {
    int a[8] = {}, *p = a;
    int n = -3;
#pragma offload target(gfx) out(p : length(n))
    _Cilk_for (int i = 0; i < n; i++) p[i] = i;
    return 0;
}
