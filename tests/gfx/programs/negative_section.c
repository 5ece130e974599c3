/* SPDX-License-Identifier: MIT */
// stderr: negative_section.c:7: p has a length of -6 bytes; expected 0 or more
// dies: SIGABRT
int main(void) {
    short a[8] = {0}, *p = a;
    int n = -3;
#pragma offload target(gfx) in(p [2:n])
    _Cilk_for (int i = 0; i < n; i++) p[i] = i;
    return 0;
}
