// SPDX-License-Identifier: MIT
// Macros for functions that read and write blocks: a work-item has 1, 2, 4, 8 or 16 elements of one.

// A vector of what ELEMENT(n) gives, and a statement for each element of one.
#define GM_GATHER_1(T, ELEMENT) ELEMENT(0)
#define GM_GATHER_2(T, ELEMENT) (T##2)(ELEMENT(0), ELEMENT(1))
#define GM_GATHER_4(T, ELEMENT) (T##4)(ELEMENT(0), ELEMENT(1), ELEMENT(2), ELEMENT(3))
#define GM_GATHER_8(T, ELEMENT) \
    (T##8)(ELEMENT(0), ELEMENT(1), ELEMENT(2), ELEMENT(3), ELEMENT(4), ELEMENT(5), ELEMENT(6), ELEMENT(7))
#define GM_GATHER_16(T, ELEMENT)                                                                          \
    (T##16)(ELEMENT(0), ELEMENT(1), ELEMENT(2), ELEMENT(3), ELEMENT(4), ELEMENT(5), ELEMENT(6), ELEMENT(7), \
            ELEMENT(8), ELEMENT(9), ELEMENT(10), ELEMENT(11), ELEMENT(12), ELEMENT(13), ELEMENT(14), ELEMENT(15))
#define GM_SCATTER_1(v, STORE) STORE(0, v)
#define GM_SCATTER_2(v, STORE) STORE(0, v.s0) STORE(1, v.s1)
#define GM_SCATTER_4(v, STORE) GM_SCATTER_2(v, STORE) STORE(2, v.s2) STORE(3, v.s3)
#define GM_SCATTER_8(v, STORE) GM_SCATTER_4(v, STORE) STORE(4, v.s4) STORE(5, v.s5) STORE(6, v.s6) STORE(7, v.s7)
#define GM_SCATTER_16(v, STORE)                                                                           \
    GM_SCATTER_8(v, STORE) STORE(8, v.s8) STORE(9, v.s9) STORE(10, v.sa) STORE(11, v.sb) STORE(12, v.sc)  \
    STORE(13, v.sd) STORE(14, v.se) STORE(15, v.sf)

#define uchar1 uchar
#define ushort1 ushort
#define uint1 uint
#define ulong1 ulong
#define GM_BLOCK_WIDTHS(DO, T, BYTES, SUFFIX) \
    DO(T, BYTES, SUFFIX, 1) DO(T, BYTES, SUFFIX, 2) DO(T, BYTES, SUFFIX, 4) DO(T, BYTES, SUFFIX, 8)
