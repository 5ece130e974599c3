// SPDX-License-Identifier: MIT
// What Intel's compiler let pass in C++.
#include <string.h>

template <class T>
struct Named {
    static const char* name();
    static int count;
};
const char* Named<float>::name() { return "float"; }
int Named<float>::count = 3;

static int width_of(int w, int h, float m[][w]) { return m[h - 1][w - 1] == 5 ? w : -1; }
static float corner(int w, float (*m)[w]) { return m[1][0]; }
static bool text(char* title) { return title[0] == 'a'; }
static void add(float* restrict to, const float* restrict from, int n) { to[0:n] += from[0:n]; }

int main() {
    float data[6] = {0, 1, 2, 3, 4, 5}, fixed[2][3];
    int n = 3;
    float (*rows)[n] = (float (*)[])data;
    if (rows[1][2] != 5) return 1;
    fixed[:][:] = rows[0:2][0:3] * 1;
    if (fixed[1][0] != 3) return 2;
    if (width_of(3, 2, fixed) != 3 || corner(3, fixed) != 3) return 3;
    if (strcmp(Named<float>::name(), "float") != 0 || Named<float>::count != 3) return 4;
    if (!text("abc")) return 5;
    float* aligned = static_cast<float*>(_mm_malloc(64, 64));
    __assume_aligned(aligned, 64);
    aligned[0:6] = 1;
    add(aligned, data, 6);
    const bool right = aligned[5] == 6;
    _mm_free(aligned);
    return right ? 0 : 6;
}
