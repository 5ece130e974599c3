// SPDX-License-Identifier: MIT
static int fib(int n) {
    int x, y;
    if (n < 2) return n;
    x = _Cilk_spawn fib(n - 1);
    y = fib(n - 2);
    _Cilk_sync;
    return x + y;
}
static void set(int* p, int value) { *p = value; }

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) _Cilk_spawn set(&a[i], i * i);
    _Cilk_sync;
    return fib(15) == 610 && a[3] == 9 ? 0 : 1;
}
