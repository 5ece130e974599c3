// SPDX-License-Identifier: MIT
int main(void) {
    for (int on = 0; on < 2; on++) {
        int a[8], b[8], table[3] = {1, 2, 3}, k = 5, *pa = a, *pb = b;
        a[:] = 1;
        b[:] = 1;
#pragma offload target(gfx) if (on) in(pa : length(8)) inout(pb : length(8)) inout(table) in(k)
        _Cilk_for (int i = 0; i < 8; i++) {
            pa[i] += k;
            pb[i] += pa[i] + table[i % 3];
            if (i == 0) table[2] = 9;
        }
        if (a[2] != (on ? 1 : 6) || b[0] != 1 + 6 + 1 || table[2] != 9) return 1 + on;
    }
    return 0;
}
