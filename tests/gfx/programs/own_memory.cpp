// SPDX-License-Identifier: MIT
// Each round of a loop has arrays of its own, whatever vectors the compiler makes: in the loop, and in what it calls.
#include <array>
#include <cilk/cilk.h>

enum { N = 1000, W = 8 };
static int a[N], b[N], c[N];

#define TARGET __declspec(target(gfx))

using Row = int[W];
struct Parts {
    int v[W];
};
struct Table {
    int v[W];
    int at(int i) const { return v[i]; }
};
TARGET static int looked_up(int x, int y) {
    int t[W];
    for (int q = 0; q < W; q++) t[q] = x * q + y;
    return t[(x + y) & 7];
}
template <class T>
TARGET static T looked_up_as(T x, T y) {
    T t[W];
    for (int q = 0; q < W; q++) t[q] = x * q + y;
    return t[(x + y) & 7];
}
TARGET static void fill(int* t, int x, int y) {
    for (int q = 0; q < W; q++) t[q] = x * q + y;
}
TARGET static void add_to(int* sum, int x) {
    int t[W];
    for (int q = 0; q < W; q++) t[q] = x * q;
    *sum += t[x & 7];
}

// What each round computes.
static int wanted(int x, int y) { return x * ((x + y) & 7) + y; }

static bool wrong() {
    for (int i = 0; i < N; i++)
        if (c[i] != wanted(a[i], b[i])) return true;
    c[:] = 0;
    return false;
}

#define FILLED(t) \
    for (int q = 0; q < W; q++) t[q] = a[i] * q + b[i]
#define AN_ARRAY \
    int t[W]; \
    FILLED(t); \
    c[i] = t[(a[i] + b[i]) & 7];
#define TWO_ARRAYS \
    int s, t[W]; \
    s = a[i] + b[i]; \
    FILLED(t); \
    c[i] = t[s & 7];
#define A_STRUCT \
    Parts s; \
    FILLED(s.v); \
    c[i] = s.v[(a[i] + b[i]) & 7];
#define A_CLASS \
    std::array<int, W> t; \
    FILLED(t); \
    c[i] = t[(a[i] + b[i]) & 7];
#define A_METHOD \
    Table s; \
    FILLED(s.v); \
    c[i] = s.at((a[i] + b[i]) & 7);
#define A_CALL c[i] = looked_up(a[i], b[i]);
#define A_TEMPLATE c[i] = looked_up_as<int>(a[i], b[i]);
#define A_POINTER \
    int t[W]; \
    fill(t, a[i], b[i]); \
    c[i] = t[(a[i] + b[i]) & 7];
#define A_LAMBDA \
    const auto f = [](int x, int y) { \
        int t[W]; \
        for (int q = 0; q < W; q++) t[q] = x * q + y; \
        return t[(x + y) & 7]; \
    }; \
    c[i] = f(a[i], b[i]);
#define A_TYPE_OF_ARRAYS \
    Row t; \
    int* p = t; \
    for (int q = 0; q < W; q++) *(p + q) = a[i] * q + b[i]; \
    c[i] = *(p + ((a[i] + b[i]) & 7));
#define BYTES \
    unsigned k = (a[i] + b[i]) & 7, x = a[i] * k + b[i], y = 0; \
    for (int q = 0; q < 4; q++) ((unsigned char*)&y)[q] = (unsigned char)(x >> 8 * q); \
    c[i] = y;
#define TWO_VARIABLES \
    int x = a[i], y = b[i], k = (x + y) & 7, even = 0, odd = 0; \
    int* sum = k & 1 ? &odd : &even; \
    *sum += x * k + y; \
    c[i] = even + odd;

#define LOOPS(round) \
    _Pragma("offload target(gfx) in(a) in(b) out(c)") _Cilk_for(int i = 0; i < N; i++) { round } \
    if (wrong()) return __LINE__; \
    _Cilk_for(int i = N - 1; i >= 0; i--) { round } \
    if (wrong()) return __LINE__; \
    _Cilk_for _Simd(int i = 0; i < N; i++) { round } \
    if (wrong()) return __LINE__; \
    _Pragma("simd") for (int i = 0; i < N; i++) { round } \
    if (wrong()) return __LINE__; \
    _Pragma("simd vectorlength(4)") for (int i = 0; i < N; i++) { round } \
    if (wrong()) return __LINE__; \
    _Pragma("ivdep") for (int i = 0; i < N; i++) { round } \
    if (wrong()) return __LINE__;

int main() {
    for (int i = 0; i < N; i++) {
        a[i] = i * 37 % 101;
        b[i] = i * 11 % 57;
    }
    LOOPS(AN_ARRAY)
    LOOPS(TWO_ARRAYS)
    LOOPS(A_STRUCT)
    LOOPS(A_CLASS)
    LOOPS(A_METHOD)
    LOOPS(A_CALL)
    LOOPS(A_TEMPLATE)
    LOOPS(A_POINTER)
    LOOPS(A_LAMBDA)
    LOOPS(A_TYPE_OF_ARRAYS)
    LOOPS(BYTES)
    LOOPS(TWO_VARIABLES)

    int own[W];
#pragma simd private(own)
    for (int i = 0; i < N; i++) {
        FILLED(own);
        c[i] = own[(a[i] + b[i]) & 7];
    }
    if (wrong()) return __LINE__;

    int total = 0, last = 0, counted = 0, added = 0;
    for (int i = 0; i < N; i++) total += wanted(a[i], b[i]);
#pragma simd reduction(+ : added) lastprivate(last) linear(counted : 3)
    for (int i = 0; i < N; i++) {
        last = looked_up(a[i], b[i]);
        added += last;
        c[i] = last;
        counted += 3;
    }
    if (wrong() || added != total || last != wanted(a[N - 1], b[N - 1]) || counted != 3 * N) return __LINE__;
    added = 0;
    _Cilk_for _Simd _Safelen(8) _Reduction(+ : added) (int i = 0; i < N; i++) added += looked_up(a[i], b[i]);
    if (added != total) return __LINE__;
    added = 0;
    for _Simd _Simdlen(4) _Reduction(+ : added) (int i = 0; i < N; i++) added += looked_up(a[i], b[i]);
    if (added != total) return __LINE__;

    c[:] = looked_up(a[:], b[:]);
    if (wrong()) return __LINE__;
#pragma offload target(gfx) in(a) in(b) out(c)
    c[:] = looked_up(a[:], b[:]);
    if (wrong()) return __LINE__;
#pragma ivdep
    c[:] = looked_up_as<int>(a[:], b[:]);
    if (wrong()) return __LINE__;
    if (a[:] >= 0) c[:] = looked_up(a[:], b[:]);
    if (wrong()) return __LINE__;

    int sum = 0, all = 0, mutated = 0;
    for (int i = 0; i < N; i++) sum += wanted(a[i], b[i]);
    all = __sec_reduce_add(looked_up(a[:], b[:]));
    if (all != sum) return __LINE__;
    sum = 0;
    for (int i = 0; i < N; i++) sum += wanted(a[i], 0);
    __sec_reduce_mutating(&mutated, a[:], add_to);
    if (mutated != sum) return __LINE__;
    return 0;
}
