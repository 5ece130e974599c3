// SPDX-License-Identifier: MIT
// Macros of one letter before the headers, as on a command line.
#define A 5
#define N 16
#define T float
#define R 3
#define W 70
#include <cm/cm.h>
#include <cm/cmtl.h>

_GENX_ void f() {
    matrix<T, R, N> m = W;
    m.row(R - 1) = N;
}
