// SPDX-License-Identifier: MIT
// Radix sort, four bits a pass. A thread has 64 numbers; it counts its digits, and once all counts are known it
// puts each number in its place.
#include <cm/cm.h>

// Bits below each of 16 lanes.
const ushort kBelow[16] = {0x0,  0x1,  0x3,  0x7,  0xf,   0x1f,  0x3f,  0x7f,
                           0xff, 0x1ff, 0x3ff, 0x7ff, 0xfff, 0x1fff, 0x3fff, 0x7fff};

_GENX_ inline void read_block(SurfaceIndex numbers, int block, matrix_ref<uint, 4, 16> v) {
#pragma unroll
    for (int i = 0; i < 4; i++) read(numbers, block * 256 + i * 64, v.row(i));
}

// counts[digit * blocks + block]
extern "C" _GENX_MAIN_ void count_digits(SurfaceIndex numbers, SurfaceIndex counts, int blocks, int shift) {
    const int block = get_thread_origin_x();
    matrix<uint, 4, 16> v;
    read_block(numbers, block, v);
    matrix<ushort, 4, 16> digit = (v >> shift) & 15;
#pragma unroll
    for (int d = 0; d < 16; d++) {
        matrix<ushort, 4, 16> equal = digit == d;
        write(counts, 0, d * blocks + block, cm_sum<uint>(equal));
    }
}

// first[digit * blocks + block]: where the first of the block's numbers with that digit belongs.
extern "C" _GENX_MAIN_ void place_numbers(SurfaceIndex numbers, SurfaceIndex sorted, SurfaceIndex first, int blocks, int shift) {
    const int block = get_thread_origin_x();
    matrix<uint, 4, 16> v;
    read_block(numbers, block, v);
    vector<uint, 16> places, place;
#pragma unroll
    for (int d = 0; d < 16; d++) places(d) = d * blocks + block;
    vector<uint, 16> next;
    read(first, 0, places, next);
    vector<ushort, 16> lower(kBelow);
#pragma unroll
    for (int i = 0; i < 4; i++) {
        vector<ushort, 16> digit = (v.row(i) >> shift) & 15;
#pragma unroll
        for (int d = 0; d < 16; d++) {
            vector<ushort, 16> equal = digit == d;
            const uint which = cm_pack_mask(equal);
            vector<uint, 16> earlier = lower & which;
            place.merge(cm_cbit<uint>(earlier) + next(d), equal);
            next(d) += cm_cbit<uint>(which);
        }
        write(sorted, 0, place, v.row(i));
    }
}
