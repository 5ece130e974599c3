// SPDX-License-Identifier: MIT
// All forms of a parallel loop; which iterations ran is what is checked.
static int ran[64];
static int is(int count, int first, int last, int step) {
    int wanted = 0, good = 1;
    for (int i = first; step > 0 ? i <= last : i >= last; i += step) {
        wanted++;
        good = good && ran[i] == 1;
    }
    int all = 0;
    for (int i = 0; i < 64; i++) {
        all += ran[i];
        ran[i] = 0;
    }
    return good && wanted == count && all == count;
}

int main(void) {
    int n = 20, step = 3, j;
    _Cilk_for (int i = 0; i < n; i++) ran[i]++;
    if (!is(20, 0, 19, 1)) return 1;
    _Cilk_for (int i = 0; i <= n; i += step) ran[i]++;
    if (!is(7, 0, 18, 3)) return 2;
    _Cilk_for (int i = n; i > 4; --i) ran[i]++;
    if (!is(16, 20, 5, -1)) return 3;
    _Cilk_for (int i = n; i >= 0; i -= 2) ran[i]++;
    if (!is(11, 20, 0, -2)) return 4;
    _Cilk_for (int i = 0; i != n; ++i) ran[i]++;
    if (!is(20, 0, 19, 1)) return 5;
    _Cilk_for (int i = 0; i != n; i += 4) ran[i]++;
    if (!is(5, 0, 16, 4)) return 6;
    _Cilk_for (int i = 0; n > i; i++) ran[i]++;
    if (!is(20, 0, 19, 1)) return 7;
    _Cilk_for (int* p = ran; p < ran + n; p += 2) ++*p;
    if (!is(10, 0, 18, 2)) return 8;
    _Cilk_for (unsigned char i = 3; i < 9; i++) ran[i]++;
    if (!is(6, 3, 8, 1)) return 9;
    unsigned long low = 0, high = 20, minus_two = -2UL;
    _Cilk_for (unsigned long i = low; i < high; i -= minus_two) do ran[i]++; while (0);
    if (!is(10, 0, 18, 2)) return 16;
    _Cilk_for (unsigned long i = high; i > low; i += minus_two) ran[i]++;
    if (!is(10, 20, 2, -2)) return 17;
#pragma simd linear(low : 2, high : 3)
    for (int i = 0; i < n; i++) low += 2, high += 3;
    if (low != 40 || high != 80) return 18;
#pragma cilk grainsize = n / 4
    _Cilk_for (int i = 0; i < n; i++) ran[i]++;
    if (!is(20, 0, 19, 1)) return 10;
    _Cilk_for (int r = 0; r < 4; r++)
        _Cilk_for (int c = 0; c < 5; c++) {
            const int i = r * 5 + c;
            ran[i]++;
        }
    if (!is(20, 0, 19, 1)) return 11;
    int sum = 0;
#pragma simd reduction(+ : sum) vectorlength(4)
    for (int i = 0; i < n; i++) sum += i;
    if (sum != 190) return 12;
    for _Simd _Safelen(8) (int i = 0; i < n; i++) ran[i]++;
    if (!is(20, 0, 19, 1)) return 13;
    _Cilk_for _Simd _Reduction(+ : sum) (int i = 0; i < n; i++) sum += 1;
    if (sum != 210) return 14;
#pragma unroll(4)
    for (j = 0; j < n; j++) ran[j]++;
    if (!is(20, 0, 19, 1)) return 15;
#pragma ivdep
#pragma novector
    for (j = 0; j < n; j++) ran[j]++;
    if (!is(20, 0, 19, 1)) return 16;
    _Cilk_for (int i = 5; i < 5; i++) ran[i]++;
    if (!is(0, 1, 0, 1)) return 17;
    step = -2;
#pragma simd
    for (int i = n; i != 4; i += step) ran[i]++;  // the run alone knows the direction
    if (!is(8, 20, 6, -2)) return 18;
    _Cilk_for (int i = n; i != 4; i += step) ran[i]++;
    if (!is(8, 20, 6, -2)) return 19;
    _Cilk_for (int i = n; 4 != i; i -= 4) ran[i]++;
    if (!is(4, 20, 8, -4)) return 20;
    _Cilk_for (int i = 0; i < n; i = i + 5) ran[i]++;
    return is(4, 0, 15, 5) ? 0 : 21;
}
