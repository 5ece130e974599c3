// SPDX-License-Identifier: MIT
static double larger(double a, double b) { return a > b ? a : b; }
static void sum_into(double* sum, double value) { *sum += value; }

int main(void) {
    int a[5] = {3, -1, 4, -1, 4}, m[2][3];
    const unsigned char bytes[3] = {200, 100, 50};
    double d[4] = {0.5, 2.5, -1, 4}, total = 1;
    if (__sec_reduce_add(a[:]) != 9) return 1;
    if (__sec_reduce_mul(a[0:3]) != -12) return 2;
    if (__sec_reduce_max(a[:]) != 4 || __sec_reduce_min(a[:]) != -1) return 3;
    if (__sec_reduce_max_ind(a[:]) != 4 || __sec_reduce_min_ind(a[:]) != 3) return 4;  // the last of equal elements
    if (__sec_reduce_min(a[0:1]) != 3) return 5;                                          // no other element counts
    if (!__sec_reduce_all_nonzero(a[:]) || __sec_reduce_any_zero(a[:])) return 6;
    if (!__sec_reduce_any_nonzero(a[:] - 4) || !__sec_reduce_any_zero(a[:] - 4)) return 7;
    if (!__sec_reduce_all_zero(a[:] * 0)) return 8;
    if (__sec_reduce(0, d[:] * 2, larger) != 8) return 9;
    __sec_reduce_mutating(&total, d[:], sum_into);
    if (total != 7) return 10;
    if ((unsigned char)__sec_reduce_add(bytes[:]) != (unsigned char)350) return 11;  // in the elements' type
    m[:][:] = __sec_implicit_index(0) + __sec_implicit_index(1);
    if (__sec_reduce_add(m[:][:] * m[:][:]) != 0 + 1 + 4 + 1 + 4 + 9) return 12;
    int sums[2];
    for (int i = 0; i < 2; i++) sums[i] = __sec_reduce_add(m[i][:]) + (int)__sec_reduce_max(d[:]);
    if (sums[0] != 7 || sums[1] != 10) return 13;
    a[:] = a[:] + __sec_reduce_add(m[1][0:2]);
    if (a[0] != 6 || a[1] != 2) return 14;
    int rounds = 0;
    while (rounds < __sec_reduce_max(a[:])) rounds++;
    if (rounds != 7) return 15;
    return __sec_reduce_add(a[:]) == 9 + 15 ? 0 : 16;
}
