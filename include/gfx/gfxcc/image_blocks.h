/* SPDX-License-Identifier: MIT */
/* Blocks of images, as the GPU's media block messages have them: outside of an image the nearest pixel is
   read, and nothing is written. */
#pragma once

#include "gfx_abi.h"

#ifndef CM_GEN
static inline int __gfxcc_within(int at, int end) { return at < 0 ? 0 : at >= end ? end - 1 : at; }

static inline void __gfxcc_read_block(const struct gfxcc_image* image, int column, int row, void* to,
                                      int width, int height) {
    const int first = column * image->element_bytes, element = image->element_bytes;
    for (int y = 0; y < height; y++) {
        const unsigned char* const from =
            image->data + (long)__gfxcc_within(row + y, image->rows) * image->row_bytes;
        unsigned char* const out = (unsigned char*)to + y * width;
        if (first >= 0 && first + width <= image->row_bytes) {
            __builtin_memcpy(out, from + first, (unsigned long)width);
            continue;
        }
        for (int x = 0; x < width; x++)
            out[x] = from[__gfxcc_within(column + x / element, image->row_bytes / element) * element +
                          x % element];
    }
}

static inline void __gfxcc_write_block(const struct gfxcc_image* image, int column, int row, const void* from,
                                       int width, int height) {
    const int first = column * image->element_bytes;
    for (int y = 0; y < height; y++) {
        if (row + y < 0 || row + y >= image->rows) continue;
        for (int x = 0; x < width; x++)
            if (first + x >= 0 && first + x < image->row_bytes)
                image->data[(long)(row + y) * image->row_bytes + first + x] =
                    ((const unsigned char*)from)[y * width + x];
    }
}
#endif

/* A block of an image, whose width is in bytes; column is in elements. Rows of `dst` and `src` are one behind
   the other. */
#ifdef CM_GEN
#define __GFX_BLOCK(what, image, column, row, array, width, height) \
    ::gfxcc::kernel::what##_image_block<(width), (height)>((image), (column), (row), (array))
#else
#define __GFX_BLOCK(what, image, column, row, array, width, height) \
    __gfxcc_##what##_block((image), (column), (row), (array), (width), (height))
#endif
#define _gfx_read_2d(img, col, row, dst, dst_width, dst_height)       \
    ({                                                                \
        __GFX_CHECKED_BLOCK("_gfx_read_2d", dst_width, dst_height);   \
        __GFX_BLOCK(read, img, col, row, dst, dst_width, dst_height); \
    })
#define _gfx_write_2d(img, col, row, src, src_width, src_height)       \
    ({                                                                 \
        __GFX_CHECKED_BLOCK("_gfx_write_2d", src_width, src_height);   \
        __GFX_BLOCK(write, img, col, row, src, src_width, src_height); \
    })
#define __GFX_CHECKED_BLOCK(name, width, height)                                              \
    _Static_assert((width) > 0 && (width) <= 32 && (height) > 0 && (width) * (height) <= 256, \
                   name ": expected a constant width of 1 to 32 bytes, and at most 256 bytes in all")
