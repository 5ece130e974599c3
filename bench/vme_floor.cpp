// SPDX-License-Identifier: MIT
// The yardstick of the integer search: what this processor can do at best with its widest SAD instruction
// (VDBPSADBW). For each macroblock of a 1920x1080 picture
//   1. the sixteen 4x4 SADs at all 768 positions of a 48x40 window,
//   2. the same, added up to the 41 blocks, a cost added, the smallest and its row kept.
// Ties, the path's order, partitions and results are left out.
#include "vme_floor.h"

#include <immintrin.h>
#include <algorithm>
#include <cstring>

#define FLOOR_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))

namespace genmedia::bench {
namespace {

constexpr int kRows = 24, kLines = 40;

struct alignas(64) Window {
    uint8_t spread[kLines][2]
                  [64];    // two runs of overlapping 16-byte lanes: the form that the instruction wants
    __m512i quads[16][4];  // the source, four pixels a register
    __m512i best[41], row[41];
};

FLOOR_TARGET inline void spread(const uint8_t* source, const uint8_t* window, int stride, Window& w) {
    for (int y = 0; y < kLines; y++) {
        for (int half = 0; half < 2; half++) {
            for (int q = 0; q < 4; q++) {
                _mm_store_si128(
                    reinterpret_cast<__m128i*>(w.spread[y][half] + 16 * q),
                    _mm_loadu_si128(reinterpret_cast<const __m128i*>(window + y * stride + 8 * (half + q))));
            }
        }
    }
    for (int y = 0; y < 16; y++) {
        for (int i = 0; i < 4; i++) {
            int quad;
            std::memcpy(&quad, source + y * stride + 4 * i, 4);
            w.quads[y][i] = _mm512_set1_epi32(quad);
        }
    }
}

// The sixteen sums (raster order) of one row of 32 positions.
FLOOR_TARGET inline __attribute__((always_inline)) void sads(const Window& w, int y, __m512i (&sums)[16]) {
#pragma GCC unroll 4
    for (int by = 0; by < 4; by++) {
        __m512i s[4];
#pragma GCC unroll 4
        for (int line = 0; line < 4; line++) {
            const __m512i left = _mm512_load_si512(w.spread[y + 4 * by + line][0]);
            const __m512i right = _mm512_load_si512(w.spread[y + 4 * by + line][1]);
            const __m512i* q = w.quads[4 * by + line];
            const __m512i t[4] = {_mm512_dbsad_epu8(q[0], left, 0x94), _mm512_dbsad_epu8(q[1], left, 0xE9),
                                  _mm512_dbsad_epu8(q[2], right, 0x94), _mm512_dbsad_epu8(q[3], right, 0xE9)};
#pragma GCC unroll 4
            for (int i = 0; i < 4; i++) s[i] = line == 0 ? t[i] : _mm512_add_epi16(s[i], t[i]);
        }
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++) sums[4 * by + i] = s[i];
    }
}

FLOOR_TARGET inline __attribute__((always_inline)) void keep(Window& w, int block, __m512i sum, __m512i cost,
                                                             __m512i row) {
    const __m512i value = _mm512_adds_epu16(sum, cost);
    const __mmask32 less = _mm512_cmplt_epu16_mask(value, w.best[block]);
    w.best[block] = _mm512_min_epu16(value, w.best[block]);
    w.row[block] = _mm512_mask_mov_epi16(w.row[block], less, row);
}

FLOOR_TARGET inline __attribute__((always_inline)) void keep_41(Window& w, const __m512i (&s)[16],
                                                                __m512i cost, __m512i row) {
    __m512i eight[4];
#pragma GCC unroll 4
    for (int q = 0; q < 4; q++) {
        const int at = q / 2 * 8 + q % 2 * 2;
        const __m512i a = s[at], b = s[at + 1], c = s[at + 4], d = s[at + 5];
        const __m512i upper = _mm512_add_epi16(a, b), lower = _mm512_add_epi16(c, d);
        eight[q] = _mm512_add_epi16(upper, lower);
        const __m512i all[9] = {
            a, b, c, d, upper, lower, _mm512_add_epi16(a, c), _mm512_add_epi16(b, d), eight[q]};
#pragma GCC unroll 9
        for (int i = 0; i < 9; i++) keep(w, 9 * q + i, all[i], cost, row);
    }
    const __m512i upper = _mm512_add_epi16(eight[0], eight[1]), lower = _mm512_add_epi16(eight[2], eight[3]);
    keep(w, 36, upper, cost, row);
    keep(w, 37, lower, cost, row);
    keep(w, 38, _mm512_add_epi16(eight[0], eight[2]), cost, row);
    keep(w, 39, _mm512_add_epi16(eight[1], eight[3]), cost, row);
    keep(w, 40, _mm512_add_epi16(upper, lower), cost, row);
}

}  // namespace

bool floor_supported() { return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"); }

FLOOR_TARGET uint32_t floor_sads(const uint8_t* source, const uint8_t* window, int stride) {
    Window w;
    spread(source, window, stride, w);
    __m512i all = _mm512_setzero_si512();
    for (int y = 0; y < kRows; y++) {
        __m512i s[16];
        sads(w, y, s);
        for (const __m512i& sum : s) all = _mm512_xor_si512(all, sum);  // so that none is left out
    }
    return static_cast<uint32_t>(_mm_cvtsi128_si32(_mm512_castsi512_si128(all)));
}

FLOOR_TARGET uint32_t floor_search(const uint8_t* source, const uint8_t* window, int stride,
                                   const uint16_t (&costs)[24][32]) {
    Window w;
    spread(source, window, stride, w);
    for (int i = 0; i < 41; i++) {
        w.best[i] = _mm512_set1_epi16(-1);
        w.row[i] = _mm512_setzero_si512();
    }
    for (int y = 0; y < kRows; y++) {
        __m512i s[16];
        sads(w, y, s);
        keep_41(w, s, _mm512_loadu_si512(costs[y]), _mm512_set1_epi16(static_cast<short>(y)));
    }
    __m512i all = _mm512_setzero_si512();
    for (int i = 0; i < 41; i++) all = _mm512_xor_si512(all, _mm512_xor_si512(w.best[i], w.row[i]));
    return static_cast<uint32_t>(_mm_cvtsi128_si32(_mm512_castsi512_si128(all)));
}

}  // namespace genmedia::bench
