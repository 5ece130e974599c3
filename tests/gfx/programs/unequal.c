// SPDX-License-Identifier: MIT
// stderr: unequal.c:9: sections of 8 and 5 elements in one statement; the shorter length is taken
int main(void) {
    int a[8], b[8], n = 5;
    a[:] = 1;
    b[:] = 2;
    for (int i = 0; i < 3; i++)
        // said once
        a[:] = b[0:n];
    return a[4] == 2 && a[5] == 1 ? 0 : 1;
}
