// SPDX-License-Identifier: MIT
// What each clause copies, and when, tells the clauses apart.
struct Point {
    int x, y;
};

static int pointers(int on) {
    int a[8], b[8], c[8], d[8], k = 3;
    for (int i = 0; i < 8; i++) a[i] = b[i] = c[i] = d[i] = i;
    int *pa = a, *pb = b, *pc = c, *pd = d;
#pragma offload target(gfx) if (on) in(pa : length(8)) out(pb : length(8)) inout(pc : length(8)) pin(pd : length(8))
    _Cilk_for (int i = 0; i < 8; i++) {
        pa[i] += k;
        if (i != 5) pb[i] = i * 2;
        pc[i] += k;
        pd[i] += k;
    }
    const int written = on ? 0 : k;  // in: what the target writes stays there
    for (int i = 0; i < 8; i++)
        if (a[i] != i + written || (i != 5 && b[i] != 2 * i) || c[i] != i + k || d[i] != i + k) return 1;
    return on ? b[5] == 5 : b[5] != 5;  // out: what nobody wrote is not what the host had
}

static int variables(int on) {
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, n = 10;
    Point p = {1, 2};
#pragma offload target(gfx) if (on) inout(a) in(n) inout(p)
    _Cilk_for (int i = 0; i < 2; i++) {
        a[i][:] += n;
        if (i == 0) p.y = 7;
    }
    return a[1][2] != 16 || a[0][0] != 11 || p.x != 1 || p.y != 7;
}

static int partly(int on) {
    int a[6] = {1, 1, 1, 1, 1, 1};
#pragma offload target(gfx) if (on) inout(a : length(4))
    _Cilk_for (int i = 0; i < 4; i++) a[i] = 2;
    return a[3] != 2 || a[4] != 1;
}

static int statement(int on) {
    int a[4][5], b[4][5];
    b[:][:] = __sec_implicit_index(0) * 5 + __sec_implicit_index(1);
    int (*pa)[5] = a, (*pb)[5] = b;
#pragma offload target(gfx) if (on) out(pa : length(20)) in(pb : length(20))
    pa[0:4][:] = pb[0:4][:] + 1;
    return a[3][4] != 20 || a[0][0] != 1;
}

int main() {
    for (int on = 0; on < 2; on++) {
        if (pointers(on)) return 1 + on;
        if (variables(on)) return 3 + on;
        if (partly(on)) return 5 + on;
        if (statement(on)) return 7 + on;
    }
    return 0;
}
