// SPDX-License-Identifier: MIT
// How often each value occurs. Each round of the loop counts in an array of its own, which a GPU would keep in registers.
#include <cstdio>
#include <vector>

int main() {
    const int strips = 64, length = 8192;
    std::vector<unsigned char> values(strips * length);
    for (size_t i = 0; i < values.size(); i++) values[i] = static_cast<unsigned char>(i * i >> 7);
    std::vector<unsigned> counted(strips * 256);
    unsigned char* from = values.data();
    unsigned* to = counted.data();

#pragma offload target(gfx) in(from : length(strips * length)) out(to : length(strips * 256))
    _Cilk_for (int strip = 0; strip < strips; strip++) {
        unsigned local[256];
        local[:] = 0;
        for (int i = 0; i < length; i += 32) {
            unsigned char block[32];
            block[:] = from[strip * length + i:32];
#pragma unroll
            for (int k = 0; k < 32; k++) local[block[k]]++;
        }
        to[strip * 256:256] = local[:];
    }

    unsigned sums[256];
    sums[:] = 0;
    for (int strip = 0; strip < strips; strip++) sums[:] += to[strip * 256:256];
    std::printf("%u values, the most frequent is %d\n", __sec_reduce_add(sums[:]), __sec_reduce_max_ind(sums[:]));
    return __sec_reduce_add(sums[:]) == strips * length ? 0 : 1;
}
