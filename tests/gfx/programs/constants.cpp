// SPDX-License-Identifier: MIT
// Constants outside of a parallel loop are lengths of arrays, template arguments and cases inside of it.
#include <array>

template <int N>
static int times(int x) {
    return x * N;
}

int main() {
    const int length = 4;
    constexpr int factor = 3;
    int a[8], shift = 1, seen[2] = {0, 0}, *p = a, *q = seen;
#pragma offload target(gfx) out(p : length(8)) pin(q : length(2))
    _Cilk_for (int i = 0; i < 8; i++) {
        int local[length];
        std::array<int, length> more = {};
        local[:] = i;
        switch (i) {
            case factor: q[0] = 1; break;
            case length: q[1] = 1; break;
            default:;
        }
        p[i] = __sec_reduce_add(local[:]) + times<factor>(i) + more[0] + shift;
    }
    if (a[7] != 28 + 21 + 1 || seen[0] != 1 || seen[1] != 1) return 1;
    // What a loop changes is the function's own.
    int last = 0, rounds = 0;
    int& alias = rounds;
    _Cilk_for (int i = 0; i < 1; i++) {
        last = i + 5;
        alias++;
    }
    if (last != 5 || rounds != 1) return 2;
    // Nor does a thread see a copy of what changes behind its back.
    int seen_through = 0, hidden = 1;
    int* const way = &hidden;
    volatile int flag = 1;
    _Cilk_for (int i = 0; i < 1; i++) {
        *way = 7;
        flag = 0;
        seen_through = hidden + flag;
    }
    return seen_through == 7 ? 0 : 3;
}
