// SPDX-License-Identifier: MIT
int main(void) {
    int a[6] = {0, 1, 2, 3, 4, 5}, b[6], m[2][2] = {{1, 2}, {3, 4}};
    if (a[:] > 2)
        b[:] = a[:];
    else if (a[:] == 0) {
        int low = -1;
        b[:] = low;
    } else
        b[:] = -2;
    if (b[0] != -1 || b[1] != -2 || b[2] != -2 || b[3] != 3 || b[5] != 5) return 1;
    if (m[:][:] % 2) m[:][:] = 0;
    if (m[0][0] != 0 || m[0][1] != 2 || m[1][0] != 0 || m[1][1] != 4) return 2;
    if (a[0:3:2]) a[0:3:2]++;
    if (a[0] != 0 || a[2] != 3 || a[4] != 5) return 3;
    if (__sec_reduce_any_zero(a[:]))
        b[:] = 8;
    else
        b[:] = 9;
    b[:] = b[:] == 8 && a[:] == 3 ? 1 : 0;
    return b[2] == 1 && b[3] == 1 && __sec_reduce_add(b[:]) == 2 ? 0 : 4;
}
