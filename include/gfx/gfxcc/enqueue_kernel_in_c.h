/* SPDX-License-Identifier: MIT */
/* _GFX_offload and _GFX_enqueue of C, with one to eight arguments. */
#pragma once

#include "gfx_abi.h"

static inline gfxcc_argument __gfxcc_integer(long long value) {
    const gfxcc_argument argument = {GFXCC_INTEGER, value, 0, 0};
    return argument;
}
static inline gfxcc_argument __gfxcc_real(double value) {
    const gfxcc_argument argument = {GFXCC_REAL, 0, value, 0};
    return argument;
}
static inline gfxcc_argument __gfxcc_image_of(__gfx_surface_index value) {
    const gfxcc_argument argument = {GFXCC_IMAGE, 0, 0, value};
    return argument;
}
static inline gfxcc_argument __gfxcc_pointer(const volatile void* value) {
    const gfxcc_argument argument = {GFXCC_POINTER, 0, 0, (const void*)value};
    return argument;
}

#define __GFXCC_PACKED(x)                          \
    _Generic((x), _Bool                            \
             : __gfxcc_integer, char               \
             : __gfxcc_integer, signed char        \
             : __gfxcc_integer, unsigned char      \
             : __gfxcc_integer, short              \
             : __gfxcc_integer, unsigned short     \
             : __gfxcc_integer, int                \
             : __gfxcc_integer, unsigned           \
             : __gfxcc_integer, long               \
             : __gfxcc_integer, unsigned long      \
             : __gfxcc_integer, long long          \
             : __gfxcc_integer, unsigned long long \
             : __gfxcc_integer, float              \
             : __gfxcc_real, double                \
             : __gfxcc_real, __gfx_surface_index   \
             : __gfxcc_image_of, default           \
             : __gfxcc_pointer)(x)
#define __GFXCC_PACKED1(a) __GFXCC_PACKED(a)
#define __GFXCC_PACKED2(a, ...) __GFXCC_PACKED(a), __GFXCC_PACKED1(__VA_ARGS__)
#define __GFXCC_PACKED3(a, ...) __GFXCC_PACKED(a), __GFXCC_PACKED2(__VA_ARGS__)
#define __GFXCC_PACKED4(a, ...) __GFXCC_PACKED(a), __GFXCC_PACKED3(__VA_ARGS__)
#define __GFXCC_PACKED5(a, ...) __GFXCC_PACKED(a), __GFXCC_PACKED4(__VA_ARGS__)
#define __GFXCC_PACKED6(a, ...) __GFXCC_PACKED(a), __GFXCC_PACKED5(__VA_ARGS__)
#define __GFXCC_PACKED7(a, ...) __GFXCC_PACKED(a), __GFXCC_PACKED6(__VA_ARGS__)
#define __GFXCC_PACKED8(a, ...) __GFXCC_PACKED(a), __GFXCC_PACKED7(__VA_ARGS__)
#define __GFXCC_NINTH(a, b, c, d, e, f, g, h, i, ...) i
#define __GFXCC_COUNT(...) __GFXCC_NINTH(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define __GFXCC_JOINED(a, b) a##b
#define __GFXCC_PACK(count, ...) __GFXCC_JOINED(__GFXCC_PACKED, count)(__VA_ARGS__)
#define __GFXCC_ARGUMENTS(...)                                                         \
    ((const gfxcc_argument[]){__GFXCC_PACK(__GFXCC_COUNT(__VA_ARGS__), __VA_ARGS__)}), \
        __GFXCC_COUNT(__VA_ARGS__)

#define _GFX_offload(kernel, ...) \
    gfxcc_enqueue_kernel((const char*)0, (const void*)(kernel), __GFXCC_ARGUMENTS(__VA_ARGS__))
#define _GFX_enqueue(name, ...) gfxcc_enqueue_kernel((name), (const void*)0, __GFXCC_ARGUMENTS(__VA_ARGS__))
