// SPDX-License-Identifier: MIT
// Bitonic sort: blocks of 64 numbers in registers; pairs further apart by a kernel that only exchanges.
#include <cm/cm.h>

const ushort kLanes[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                           16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

_GENX_ inline void read_block(SurfaceIndex numbers, int first, vector_ref<int, 64> block) {
    read(numbers, first * 4, block.select<32, 1>(0));
    read(numbers, first * 4 + 128, block.select<32, 1>(32));
}
_GENX_ inline void write_block(SurfaceIndex numbers, int first, vector_ref<int, 64> block) {
    write(numbers, first * 4, block.select<32, 1>(0));
    write(numbers, first * 4 + 128, block.select<32, 1>(32));
}

// Orders all pairs that lie D apart: rising where bit `span` of the first one's place is 0, else falling.
template <int D> _GENX_ inline void exchange(vector_ref<int, 64> block, int first, int span) {
    vector<ushort, 32> pair(kLanes);
    vector<int, 32> place = (pair & ~(D - 1)) * 2 + (pair & (D - 1)) + first;
    vector<ushort, 32> falling = (place & span) != 0;

    matrix_ref<int, 32 / D, 2 * D> rows = block.format<int, 32 / D, 2 * D>();
    vector<int, 32> low = rows.template select<32 / D, 1, D, 1>(0, 0), high = rows.template select<32 / D, 1, D, 1>(0, D);
    vector<ushort, 32> swap = (low > high) ^ falling;
    rows.template select<32 / D, 1, D, 1>(0, 0).merge(high, swap);
    rows.template select<32 / D, 1, D, 1>(0, D).merge(low, swap);
}

_GENX_ inline void merge_block(vector_ref<int, 64> block, int first, int span) {
    exchange<32>(block, first, span);
    exchange<16>(block, first, span);
    exchange<8>(block, first, span);
    exchange<4>(block, first, span);
    exchange<2>(block, first, span);
    exchange<1>(block, first, span);
}

extern "C" _GENX_MAIN_ void sort_blocks(SurfaceIndex numbers) {
    const int first = get_thread_origin_x() * 64;
    vector<int, 64> block;
    read_block(numbers, first, block);
    exchange<1>(block, first, 2);
    exchange<2>(block, first, 4);
    exchange<1>(block, first, 4);
    exchange<4>(block, first, 8);
    exchange<2>(block, first, 8);
    exchange<1>(block, first, 8);
    exchange<8>(block, first, 16);
    exchange<4>(block, first, 16);
    exchange<2>(block, first, 16);
    exchange<1>(block, first, 16);
    exchange<16>(block, first, 32);
    exchange<8>(block, first, 32);
    exchange<4>(block, first, 32);
    exchange<2>(block, first, 32);
    exchange<1>(block, first, 32);
    merge_block(block, first, 64);
    write_block(numbers, first, block);
}

extern "C" _GENX_MAIN_ void merge_blocks(SurfaceIndex numbers, int span) {
    const int first = get_thread_origin_x() * 64;
    vector<int, 64> block;
    read_block(numbers, first, block);
    merge_block(block, first, span);
    write_block(numbers, first, block);
}

// Pairs `distance` apart, 64 or more; a thread takes 32 of them.
extern "C" _GENX_MAIN_ void exchange_far(SurfaceIndex numbers, int distance, int span) {
    const int pair = get_thread_origin_x() * 32;
    const int first = pair / distance * 2 * distance + pair % distance;
    vector<int, 32> low, high;
    read(numbers, first * 4, low);
    read(numbers, (first + distance) * 4, high);
    vector<ushort, 32> swap = low > high;
    if (first & span) swap = swap ^ 1;
    vector<int, 32> kept = low;
    low.merge(high, swap);
    high.merge(kept, swap);
    write(numbers, first * 4, low);
    write(numbers, (first + distance) * 4, high);
}
