// SPDX-License-Identifier: MIT
// length(n) counts numbers, whatever the pointer points to: copies end there.
#include <stdlib.h>

struct pair {
    int first, second[3];
};

int main(void) {
    int table[8][4], copy[8][4], n = 2, (*rows)[4] = table, (*other)[4] = copy;
    for (int i = 0; i < 32; i++) table[i / 4][i % 4] = i, copy[i / 4][i % 4] = -1;
#pragma offload target(gfx) out(rows : length(4 * n) into(other) alloc_if(1))
    _Cilk_for (int i = 0; i < 2; i++) rows[i][3] = 100 + i;
    if (copy[0][3] != 100 || copy[1][3] != 101 || copy[2][0] != -1 || copy[7][3] != -1) return 1;

    int deep[3][2][5], deep_copy[3][2][5], (*levels)[2][5] = deep, (*level_copies)[2][5] = deep_copy;
    for (int i = 0; i < 30; i++) deep[i / 10][i / 5 % 2][i % 5] = i, deep_copy[i / 10][i / 5 % 2][i % 5] = -1;
#pragma offload target(gfx) out(levels : length(10) into(level_copies) alloc_if(1))
    _Cilk_for (int i = 0; i < 1; i++) levels[i][1][4] = 7;
    if (deep_copy[0][1][4] != 7 || deep_copy[1][0][0] != -1) return 2;

    // Of structures and plain numbers the elements count.
    struct pair pairs[4] = {{1, {2, 3, 4}}}, pair_copies[4] = {{0, {0, 0, 0}}}, *p = pairs, *q = pair_copies;
#pragma offload target(gfx) out(p : length(2) into(q) alloc_if(1))
    _Cilk_for (int i = 0; i < 2; i++) p[i].second[2] = 9;
    if (pair_copies[1].second[2] != 9 || pair_copies[2].second[2] != 0) return 3;
    double numbers[4] = {1, 2, 3, 4}, number_copies[4] = {0, 0, 0, 0}, *x = numbers, *y = number_copies;
#pragma offload target(gfx) out(x : length(3) into(y) alloc_if(1))
    _Cilk_for (int i = 2; i < 3; i++) x[i] = 5;
    return number_copies[2] == 5 && number_copies[3] == 0 ? 0 : 4;
}
