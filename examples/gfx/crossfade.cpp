// SPDX-License-Identifier: MIT
// Two pictures, mixed: an offloaded loop, and the same as one statement in array notation.
#include <cstdio>
#include <vector>

int main() {
    const int size = 640 * 480, weight = 96;
    std::vector<unsigned char> one(size), other(size), mixed(size), again(size);
    for (int i = 0; i < size; i++) {
        one[i] = static_cast<unsigned char>(i);
        other[i] = static_cast<unsigned char>(i * 7);
    }
    unsigned char *a = one.data(), *b = other.data(), *to = mixed.data(), *to2 = again.data();

#pragma offload target(gfx) pin(a, b, to : length(size))
    _Cilk_for (int i = 0; i < size; i++) to[i] = (a[i] * (256 - weight) + b[i] * weight) >> 8;

#pragma offload target(gfx) in(a, b : length(size)) out(to2 : length(size))
    to2[0:size] = (a[0:size] * (256 - weight) + b[0:size] * weight) >> 8;

    for (int i = 0; i < size; i++)
        if (mixed[i] != ((one[i] * 160 + other[i] * 96) >> 8) || again[i] != mixed[i]) return 1;
    std::printf("%d pixels mixed, %d in the middle\n", size, mixed[size / 2 + 1]);
    return 0;
}
