// SPDX-License-Identifier: MIT
// Prefix sum: each result is the sum of all numbers up to and with its own.
#include <cm/cm.h>

// Sums within blocks of 64; the last of each is its total.
extern "C" _GENX_MAIN_ void scan_blocks(SurfaceIndex numbers, SurfaceIndex totals) {
    const int block = get_thread_origin_x();
    vector<uint, 64> v;
    read(numbers, block * 256, v.select<32, 1>(0));
    read(numbers, block * 256 + 128, v.select<32, 1>(32));
    v.select<63, 1>(1) += v.select<63, 1>(0);
    v.select<62, 1>(2) += v.select<62, 1>(0);
    v.select<60, 1>(4) += v.select<60, 1>(0);
    v.select<56, 1>(8) += v.select<56, 1>(0);
    v.select<48, 1>(16) += v.select<48, 1>(0);
    v.select<32, 1>(32) += v.select<32, 1>(0);
    write(numbers, block * 256, v.select<32, 1>(0));
    write(numbers, block * 256 + 128, v.select<32, 1>(32));
    write(totals, 0, block, v(63));
}

// Adds to each block the total of all before it, of which `totals` is the prefix sum.
extern "C" _GENX_MAIN_ void add_totals(SurfaceIndex numbers, SurfaceIndex totals) {
    const int block = get_thread_origin_x() + 1;
    vector<uint, 4> before;
    vector<uint, 4> place = block - 1;
    read(totals, 0, place, before);
    matrix<uint, 2, 32> v;
    read(numbers, block * 256, v.row(0));
    read(numbers, block * 256 + 128, v.row(1));
    v += before(0);
    write(numbers, block * 256, v.row(0));
    write(numbers, block * 256 + 128, v.row(1));
}
