// SPDX-License-Identifier: MIT
int main(void) {
    int a[10], at[4] = {9, 0, 3, 5}, m[4][4], b[4], rows[2] = {2, 0}, columns[2] = {1, 3};
    a[:] = __sec_implicit_index(0) * 100;
    b[:] = a[at[:]];
    if (b[0] != 900 || b[3] != 500) return 1;
    a[at[0:2]] = -1;
    if (a[9] != -1 || a[0] != -1 || a[3] != 300) return 2;
    m[:][:] = 0;
    m[rows[:]][columns[:]] = 5;  // m[2][1] and m[0][3]
    if (m[2][1] != 5 || m[0][3] != 5 || __sec_reduce_add(m[:][:]) != 10) return 3;
    b[0:2] = m[rows[:]][1];
    return b[0] == 5 && b[1] == 0 ? 0 : 4;
}
