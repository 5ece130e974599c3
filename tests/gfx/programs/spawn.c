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

struct pair {
    int first;
    double second;
};
static double sum(struct pair of, const double* with) { return of.first + of.second + with[1]; }

// Ends only where the caller goes on meanwhile.
static void wait_for(volatile int* flag) {
    while (*flag == 0) {
    }
}
static int meanwhile(void) {
    volatile int flag = 0;
    _Cilk_spawn wait_for(&flag);
    flag = 1;
    _Cilk_sync;
    return flag;
}

// No sync: what is returned is read behind all calls.
static int unsynced(int n) {
    if (n < 2) return n;
    int x = _Cilk_spawn unsynced(n - 1);
    int y = unsynced(n - 2);
    return (x + y);
}

static int forms(void) {
    double with[2] = {1, 2}, result[2];
    struct pair of = {3, 0.5};
    int (*called[2])(int) = {fib, unsynced}, values[2];
    for (int i = 0; i < 2; i++) {
        result[i] = _Cilk_spawn sum(of, with);
        of.first++;
        values[i] = _Cilk_spawn called[i](10 + i);
    }
    _Cilk_sync;
    return result[0] == 5.5 && result[1] == 6.5 && values[0] == 55 && values[1] == 89;
}

int main(void) {
    if (meanwhile() != 1 || unsynced(15) != 610 || !forms()) return 2;
    int a[4];
    for (int i = 0; i < 4; i++) _Cilk_spawn set(&a[i], i * i);
    _Cilk_sync;
    return fib(15) == 610 && a[3] == 9 ? 0 : 1;
}
