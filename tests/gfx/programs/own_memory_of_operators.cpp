// SPDX-License-Identifier: MIT
// An operator of the program has an array: nothing in the loop's text calls it.
#include <cilk/cilk.h>

enum { N = 1000, W = 8 };
static int a[N], b[N], c[N];

#define TARGET __declspec(target(gfx))

struct Number {
    int value;
};
TARGET static Number operator*(Number x, Number y) {
    int t[W];
    for (int q = 0; q < W; q++) t[q] = x.value * q + y.value;
    return {t[(x.value + y.value) & 7]};
}
static bool wrong() {
    bool found = false;
    for (int i = 0; i < N; i++) found = found || c[i] != a[i] * ((a[i] + b[i]) & 7) + b[i];
    c[:] = 0;
    return found;
}

int main() {
    for (int i = 0; i < N; i++) {
        a[i] = i * 37 % 101;
        b[i] = i * 11 % 57;
    }
#pragma offload target(gfx) in(a) in(b) out(c)
    _Cilk_for(int i = 0; i < N; i++) c[i] = (Number{a[i]} * Number{b[i]}).value;
    if (wrong()) return 1;
#pragma simd
    for (int i = 0; i < N; i++) c[i] = (Number{a[i]} * Number{b[i]}).value;
    if (wrong()) return 2;
    static Number x[N], y[N], z[N];
    for (int i = 0; i < N; i++) {
        x[i] = {a[i]};
        y[i] = {b[i]};
    }
    z[:] = x[:] * y[:];
    for (int i = 0; i < N; i++) c[i] = z[i].value;
    return wrong() ? 3 : 0;
}
