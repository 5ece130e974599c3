/* SPDX-License-Identifier: MIT */
/* Built-in functions of the target. Values are genmedia's own, since Intel's header is not public. */
#pragma once

#include "../gfxcc/image_blocks.h"
#include "gfx_thread_space.h"

#define GFX_SAT 1

#define __GFX_SATURATING(suffix, type, least, most)                                                       \
    static inline type _gfx_add_##suffix(type a, type b, int flags) {                                     \
        long sum = (long)a + (long)b;                                                                     \
        if (flags & GFX_SAT) sum = sum < (least) ? (least) : sum > (most) ? (most) : sum;                 \
        return (type)sum;                                                                                 \
    }                                                                                                     \
    static inline type _gfx_sub_##suffix(type a, type b, int flags) {                                     \
        long sum = (long)a - (long)b;                                                                     \
        if (flags & GFX_SAT) sum = sum < (least) ? (least) : sum > (most) ? (most) : sum;                 \
        return (type)sum;                                                                                 \
    }                                                                                                     \
    static inline type _gfx_mullo_##suffix(type a, type b, int flags) {                                   \
        long product = (long)a * (long)b;                                                                 \
        if (flags & GFX_SAT) product = product < (least) ? (least) : product > (most) ? (most) : product; \
        return (type)product;                                                                             \
    }
__GFX_SATURATING(i8, signed char, -128L, 127L)
__GFX_SATURATING(i16, short, -32768L, 32767L)
__GFX_SATURATING(i32, int, -2147483648L, 2147483647L)
#undef __GFX_SATURATING

/* Of real numbers the range is 0 to 1. */
#define __GFX_SATURATED_REAL(name, suffix, type, operation)                 \
    static inline type _gfx_##name##_##suffix(type a, type b, int flags) {  \
        type value = a operation b;                                         \
        if (flags & GFX_SAT) value = value > 1 ? 1 : value > 0 ? value : 0; \
        return value;                                                       \
    }
__GFX_SATURATED_REAL(add, f32, float, +)
__GFX_SATURATED_REAL(sub, f32, float, -)
__GFX_SATURATED_REAL(mul, f32, float, *)
__GFX_SATURATED_REAL(add, f64, double, +)
__GFX_SATURATED_REAL(sub, f64, double, -)
__GFX_SATURATED_REAL(mul, f64, double, *)
#undef __GFX_SATURATED_REAL

typedef enum {
    GFX_ATOMIC_ADD,
    GFX_ATOMIC_SUB,
    GFX_ATOMIC_INC,
    GFX_ATOMIC_DEC,
    GFX_ATOMIC_MIN,
    GFX_ATOMIC_MAX,
    GFX_ATOMIC_XCHG,
    GFX_ATOMIC_CMPXCHG,
    GFX_ATOMIC_AND,
    GFX_ATOMIC_OR,
    GFX_ATOMIC_XOR,
    GFX_ATOMIC_MINSINT,
    GFX_ATOMIC_MAXSINT
} __GfxAtomicOpType;

/* On the element `offset` of p. Returns what was there before. CMPXCHG writes s1 where s0 is found. */
static inline int _gfx_atomic_write_i32(__GfxAtomicOpType operation, int* p, unsigned offset, int s0,
                                        int s1) {
    int* at = p + offset;
    switch (operation) {
        case GFX_ATOMIC_ADD: return __sync_fetch_and_add(at, s0);
        case GFX_ATOMIC_SUB: return __sync_fetch_and_sub(at, s0);
        case GFX_ATOMIC_INC: return __sync_fetch_and_add(at, 1);
        case GFX_ATOMIC_DEC: return __sync_fetch_and_sub(at, 1);
        case GFX_ATOMIC_MIN: return (int)__sync_fetch_and_umin((unsigned*)at, (unsigned)s0);
        case GFX_ATOMIC_MAX: return (int)__sync_fetch_and_umax((unsigned*)at, (unsigned)s0);
        case GFX_ATOMIC_XCHG: return __sync_swap(at, s0);
        case GFX_ATOMIC_CMPXCHG: return __sync_val_compare_and_swap(at, s0, s1);
        case GFX_ATOMIC_AND: return __sync_fetch_and_and(at, s0);
        case GFX_ATOMIC_OR: return __sync_fetch_and_or(at, s0);
        case GFX_ATOMIC_XOR: return __sync_fetch_and_xor(at, s0);
        case GFX_ATOMIC_MINSINT: return __sync_fetch_and_min(at, s0);
        case GFX_ATOMIC_MAXSINT: return __sync_fetch_and_max(at, s0);
    }
    return *at;
}
