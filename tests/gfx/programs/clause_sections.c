// SPDX-License-Identifier: MIT
// Clauses that name a section copy that section, and the statement finds it where the variable has it.
#include <stdlib.h>

int main(void) {
    enum { kCount = 100 };
    int* a = (int*)malloc(kCount * sizeof(int));
    int b[kCount], c[kCount], half = 20;
    for (int i = 0; i < kCount; i++) a[i] = i, b[i] = -i;

#pragma offload target(gfx) in(a[0:kCount]) out(b[10:half])
    _Cilk_for (int i = 10; i < 30; i++) b[i] = a[i] * 2;
    if (b[9] != -9 || b[10] != 20 || b[29] != 58 || b[30] != -30) return 1;

    int calls = 0;
#pragma offload target(gfx) inout(a[(calls++, half):half], b[:])
    a[20:20] += b[20:20];
    if (calls != 1 || a[19] != 19 || a[20] != 60 || a[39] != 0 || a[40] != 40) return 2;

    // What lies outside of the section is not the host's.
#pragma offload target(gfx) in(a[50:10] : alloc_if(1)) out(c)
    _Cilk_for (int i = 0; i < kCount; i++) c[i] = i >= 50 && i < 60 ? a[i] : i;
    for (int i = 0; i < kCount; i++)
        if (c[i] != i) return 3;

#pragma offload target(gfx) in(a[5:10] : into(b))
    b[5:10] = 0;
    free(a);
    if (b[5] != -5) return 4;

    // Of more dimensions a section has rows.
    int table[8][4], n = 4, (*rows)[4] = table;
    for (int i = 0; i < 32; i++) table[i / 4][i % 4] = i;
#pragma offload target(gfx) inout(table[2:3])
    _Cilk_for (int i = 2; i < 5; i++) table[i][3] = -i;
    if (table[1][3] != 7 || table[2][3] != -2 || table[4][3] != -4 || table[5][3] != 23) return 5;
#pragma offload target(gfx) inout(rows[n:2])
    _Cilk_for (int i = 4; i < 6; i++) rows[i][0] = 100 + i;
    return table[3][0] == 12 && table[4][0] == 104 && table[5][0] == 105 && table[6][0] == 24 ? 0 : 6;
}
