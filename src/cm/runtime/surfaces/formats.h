// SPDX-License-Identifier: MIT
// CM's surface formats: bytes for each pixel, planes, and the layout of a picture in memory.
#pragma once

#include <cm/abi.h>

#include <cstdint>
#include <span>

#include "cm/runtime/cm_api.h"

namespace genmedia::runtime {

struct Format {
    CM_SURFACE_FORMAT id;
    const char* name;
    uint32_t pixel_bytes;  // of the first plane
    cm_abi::PixelLayout layout = cm_abi::PixelLayout::plain;
    uint32_t planes = 1;
    // The other planes: their rows have 1/columns_by of the first plane's bytes, and there are
    // height / rows_by of them, rounded up.
    uint32_t columns_by = 1, rows_by = 1;
    uint32_t chroma_pixel_bytes = 1;  // 2 samples are one pixel in interleaved planes
    // Widths and heights must be multiples of these.
    uint32_t width_step = 1, height_step = 1;
};

std::span<const Format> formats();
const Format* find_format(uint32_t id);  // null if there is none

// CM's check of a 2-D surface. Returns CM_SUCCESS, CM_INVALID_WIDTH, CM_INVALID_HEIGHT or
// CM_SURFACE_FORMAT_NOT_SUPPORTED.
INT validate_2d(UINT width, UINT height, CM_SURFACE_FORMAT format);

// A plane's place in a picture. The first plane has `rows` rows, `pitch` bytes apart.
struct PlanePlace {
    uint64_t offset;
    uint32_t row_bytes, rows, pitch, pixel_bytes;
};
// pitch >= width * format.pixel_bytes, rows >= height; plane < format.planes.
PlanePlace plane_place(const Format& format, UINT width, UINT height, UINT pitch, UINT rows, UINT plane);
// Bytes from the start of the first plane to the end of the last.
uint64_t picture_bytes(const Format& format, UINT width, UINT height, UINT pitch, UINT rows);

// The surface as kernels see it.
cm_abi::Surface describe_2d(const Format& format, UINT width, UINT height, UINT pitch, uint8_t* data);

}  // namespace genmedia::runtime
