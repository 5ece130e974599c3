// SPDX-License-Identifier: MIT
// Sections: stride, ranks, members, bases with effects. Each check has the number that main returns where it fails.
static int calls;
static int next(int x) { return x + ++calls; }
static int* moved(int* p) {
    calls++;
    return p + 2;
}
struct Pair {
    int left, right[4];
};

static int strides(void) {
    int a[10], b[10];
    for (int i = 0; i < 10; i++) a[i] = i;
    b[:] = 7;
    b[0:5:2] = a[0:5];
    if (b[0] != 0 || b[2] != 1 || b[8] != 4 || b[9] != 7) return 1;
    b[9:10:-1] = a[:];
    if (b[0] != 9 || b[9] != 0) return 2;
    a[:]++;
    a[0:10] *= 2;
    return a[3] == 8 && a[0] == 2 ? 0 : 3;
}

static int ranks(void) {
    int m[3][4], n[3][4], c[2][3][4];
    m[:][:] = __sec_implicit_index(0) * 10 + __sec_implicit_index(1);
    n[:][:] = m[2:3:-1][0:4];
    if (m[2][3] != 23 || n[0][3] != 23 || n[2][1] != 1) return 4;
    c[:][:][:] = 1;
    c[1][0:3][2] = m[0:3][3];
    if (c[1][2][2] != 23 || c[0][2][2] != 1) return 5;
    m[1][:] = m[0][:] + m[2][0:4];
    return m[1][3] == 3 + 23 ? 0 : 6;
}

static int members(void) {
    struct Pair p[5], *q = p;
    p[:].left = __sec_implicit_index(0);
    p[:].right[2] = p[0:5].left * 3;
    if (q[4].right[2] != 12 || p[0].right[2] != 0) return 7;
    q->right[:] = 9;
    const int nine = q[0].right[3];
    p[:].right[:] = nine + __sec_implicit_index(1);
    return p[3].right[1] == 10 && p[4].right[3] == 12 ? 0 : 8;
}

static int once(void) {
    int a[10], at = 0, *p = a;
    a[:] = 0;
    calls = 0;
    a[next(0):next(1):next(-1)] = next(0);  // a[1:3:2] = 4
    if (a[1] != 4 || a[3] != 4 || a[5] != 4 || a[0] != 0 || a[2] != 0 || calls != 4) return 9;
    moved(p)[0:3] = 6;
    if (calls != 5 || a[2] != 6 || a[4] != 6 || a[5] != 4) return 10;
    const unsigned from = 2, length = 1;
    const unsigned char stride = 1;
    a[from:length:stride]++;
    if (a[2] != 7 || a[3] != 6) return 16;
    a[from:length] = 6;
    a[at++:2] = 8;
    return at == 1 && a[0] == 8 && a[1] == 8 && a[2] == 6 ? 0 : 11;
}

static int advance(int* value) { return ++*value; }
// What stands before a call is read before it, for all elements.
static int before_calls(void) {
    int a[4], b[4], value = 3;
    a[:] = 5;
    b[:] = value * a[:] + advance(&value) + value;
    return b[0] == 3 * 5 + 4 + 4 && b[3] == b[0] && value == 4 ? 0 : 17;
}

static int commas_and_choices(void) {
    int a[6], b[3], i;
    a[:] = 1, b[:] = 2;
    a[0:3] = a[3:3] ? b[:] + 1 : b[:] - 1;
    if (a[0] != 3 || a[3] != 1) return 12;
    for (i = 0, a[:] = 5; i < 3; i++, b[:] += 1)
        if (a[5] != 5) return 13;
    if (b[1] != 5) return 14;
    int n = 4;
    int v[n];
    v[:] = 3;
    return v[3] == 3 ? 0 : 15;
}

int main(void) {
    int (*const parts[])(void) = {strides, ranks, members, once, before_calls, commas_and_choices};
    for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (parts[i]() != 0) return parts[i]();
    return 0;
}
