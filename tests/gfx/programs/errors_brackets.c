// SPDX-License-Identifier: MIT
int good(int* a) {
    a[0:2] = 1;
    return a[0];
}
int f(int* a) {
    return __sec_reduce_add((a[0:5])(;  // error: this ( is never closed
}
