// SPDX-License-Identifier: MIT
// Fields of the motion estimation unit's messages: matrices of bytes, 32 a row.
#pragma once

// A field of row r: element c of that row, as type t. S1 gives a region that can be assigned to; G1 and
// Output give a value.
#define VME_Input_S1(p, t, r, c) (p).row(r).format<t>().select<1, 1>(c)
#define VME_Input_G1(p, t, r, c) (p).row(r).format<t>().select<1, 1>(c)(0)
#define VME_Output_S1(p, t, r, c) (p).row(r).format<t>().select<1, 1>(c)(0)

// Converts between whole pixels and quarter pixels.
#define S13_2TOS16(value) ((((value) >> 2) & 0x1fff) | ((((value) >> 15) & 0x1) << 15))
#define S16TOS13_2(value) ((((value)&0x1fff) << 2) | ((((value) >> 15) & 0x1) << 15))

// The building blocks of the macros in this folder.
#define CM_VME_SET(p, t, r, c, v) (VME_Input_S1(p, t, r, c) = (v))
#define CM_VME_GET(p, t, r, c) (VME_Input_G1(p, t, r, c))
// Bits first .. first + count - 1 of a byte; v must fit in them.
#define CM_VME_MASK(first, count) (((1 << (count)) - 1) << (first))
#define CM_VME_SET_BITS(p, r, c, first, count, v) \
    (VME_Input_S1(p, uchar, r, c) =               \
         (VME_Input_G1(p, uchar, r, c) & (0xFF ^ CM_VME_MASK(first, count))) | ((v) << (first)))
#define CM_VME_GET_BITS(p, r, c, first, count) \
    ((VME_Input_G1(p, uchar, r, c) & CM_VME_MASK(first, count)) >> (first))
#define CM_VME_RAISE(p, r, c, bit) (VME_Input_S1(p, uchar, r, c) |= (1 << (bit)))
#define CM_VME_CLEAR(p, r, c, bit) (VME_Input_S1(p, uchar, r, c) &= (0xFF ^ (1 << (bit))))
// Two signed words as a dword. Kernels may give unsigned or signed ones.
#define CM_VME_PAIR(x, y) (((x)&0xFFFF) | ((y) << 16))
#define CM_VME_READ(p, t, r, c, v) ((v) = VME_Output_S1(p, t, r, c))
#define CM_VME_READ_BITS(p, r, c, first, count, v) \
    ((v) = (VME_Output_S1(p, uchar, r, c) & CM_VME_MASK(first, count)) >> (first))
#define CM_VME_READ_MASKED(p, r, c, mask, v) ((v) = VME_Output_S1(p, uchar, r, c) & (mask))
