// SPDX-License-Identifier: MIT
// read and write of blocks of 2-D surfaces. CM spec 4.5.
// x is in bytes, y in rows, both signed. Reads outside repeat the nearest pixel; writes outside are dropped.
#pragma once

#include "memory.h"

enum CmSurfacePlaneIndex {
    GENX_SURFACE_Y_PLANE = 0,
    GENX_SURFACE_U_PLANE = 1,
    GENX_SURFACE_UV_PLANE = 1,
    GENX_SURFACE_V_PLANE = 2,
};

#ifdef CM_GEN
#include "../gen/gen_media_block.h"
#else

namespace cm {

struct block_plane {
    cm_abi::Plane plane;
    cm_abi::PixelLayout layout;
};

CM_INLINE block_plane plane_of(SurfaceIndex surface, int plane = 0) {
    return {surface.cm_surface().plane[plane], surface.cm_surface().layout};
}
CM_INLINE block_plane plane_of(field_surface field) {
    block_plane p = plane_of(field.surface);
    p.plane.data += field.parity * static_cast<long>(p.plane.pitch);
    p.plane.rows = (p.plane.rows + 1 - field.parity) / 2;
    p.plane.pitch *= 2;
    return p;
}

// The byte that replaces byte x of a row when x is outside it. Packed pairs of pixels repeat the luma of the
// pixel at the edge and keep the chroma of its pair.
static inline int nearest_byte(const cm_abi::Plane& plane, cm_abi::PixelLayout layout, int x) {
    if (x >= 0 && x < plane.row_bytes) return x;
    const bool pairs = layout == cm_abi::PixelLayout::yuyv || layout == cm_abi::PixelLayout::uyvy;
    const int pixel = pairs ? 4 : plane.pixel_bytes;
    const int within = ((x % pixel) + pixel) % pixel;
    const int last = plane.row_bytes - pixel;  // the last pixel, or pair
    if (!pairs) return (x < 0 ? 0 : last) + within;
    const int luma = layout == cm_abi::PixelLayout::yuyv ? 0 : 1;  // luma's place in the pair's first pixel
    if (within % 2 != luma) return (x < 0 ? 0 : last) + within;
    return x < 0 ? luma : last + luma + 2;
}

static __attribute__((noinline, cold, unused)) void read_clamped(block_plane from, int x, int y, int width,
                                                                 int height, char* to) {
    const cm_abi::Plane& plane = from.plane;
    if (plane.row_bytes <= 0 || plane.rows <= 0) {
        __builtin_memset(to, 0, static_cast<std::size_t>(width) * height);
        return;
    }
    for (int j = 0; j < height; j++) {
        const int row = y + j < 0 ? 0 : y + j >= plane.rows ? plane.rows - 1 : y + j;
        const auto* source = plane.data + static_cast<long>(row) * plane.pitch;
        for (int i = 0; i < width; i++)
            to[j * width + i] = static_cast<char>(source[nearest_byte(plane, from.layout, x + i)]);
    }
}
static __attribute__((noinline, cold, unused)) void write_clipped(block_plane to, int x, int y, int width,
                                                                  int height, const char* from) {
    const cm_abi::Plane& plane = to.plane;
    for (int j = 0; j < height; j++) {
        if (y + j < 0 || y + j >= plane.rows) continue;
        auto* row = plane.data + static_cast<long>(y + j) * plane.pitch;
        for (int i = 0; i < width; i++)
            if (x + i >= 0 && x + i < plane.row_bytes)
                row[x + i] = static_cast<unsigned char>(from[j * width + i]);
    }
}

// Needs only one comparison for each side: as unsigned, a negative coordinate is huge.
template <int Width, int Height>
CM_INLINE bool inside(const cm_abi::Plane& plane, int x, int y) {
    return __builtin_expect(static_cast<uint>(x) <= static_cast<uint>(plane.row_bytes - Width) &&
                                plane.row_bytes >= Width && plane.rows >= Height &&
                                static_cast<uint>(y) <= static_cast<uint>(plane.rows - Height),
                            1);
}

template <class X>
CM_INLINE void read_plane_block(const block_plane& from, int x, int y, const X& m) {
    constexpr int width = bytes_in_row<X>, height = rows_of<X>;
    const cm_abi::Plane& plane = from.plane;
    char buffer[width * height];
    const unsigned char* source = plane.data + static_cast<long>(y) * plane.pitch + x;
    long pitch = plane.pitch;
    if (inside<width, height>(plane, x, y)) {
        // A kernel that reads a neighbour's last column will soon write the pixels right of it. They are in
        // as many cache lines as there are rows.
        if constexpr (width <= 4 && height >= 8) {
#pragma clang loop unroll(full)
            for (int i = 0; i < height; i++)
                __builtin_prefetch(plane.data + static_cast<long>(y + i) * plane.pitch + x + 4, 1);
        }
    } else {
        read_clamped(from, x, y, width, height, buffer);
        source = reinterpret_cast<const unsigned char*>(buffer);
        pitch = width;
    }
    load_block(m, source, pitch);
}
template <class X>
CM_INLINE void write_plane_block(const block_plane& to, int x, int y, const X& m) {
    constexpr int width = bytes_in_row<X>, height = rows_of<X>;
    const cm_abi::Plane& plane = to.plane;
    char buffer[width * height];
    const bool clipped = !inside<width, height>(plane, x, y);
    char* target = reinterpret_cast<char*>(plane.data + static_cast<long>(y) * plane.pitch + x);
    store_block(m, clipped ? buffer : target, clipped ? width : plane.pitch);
    if (clipped) write_clipped(to, x, y, width, height, buffer);
}

CM_INLINE void check_2d(SurfaceIndex surface, const char* file, int line) {
    check_kind(surface, surface.cm_surface().plane_count > 0,
               "this surface is no 2-D surface, as block reads and writes need", file, line);
}

}  // namespace cm

#endif

namespace cm {
CM_INLINE SurfaceIndex surface_of(SurfaceIndex surface) { return surface; }
CM_INLINE SurfaceIndex surface_of(field_surface field) { return field.surface; }

template <class S>
inline constexpr bool is_picture =
    std::is_same<bare<S>, SurfaceIndex>::value || std::is_same<bare<S>, field_surface>::value;

}  // namespace cm

// Vectors count as one row.
template <class S, class M, std::enable_if_t<cm::is_picture<S> && cm::is_object<M>, int> = 0>
CM_INLINE void read(S surface, int x, int y, M&& m, CM_SOURCE_PLACE) {
    cm::check_2d(cm::surface_of(surface), file, line);
    cm::read_plane_block(cm::plane_of(surface), x, y, m);
}
// x and the width must be multiples of 4 bytes.
template <class S, class M, std::enable_if_t<cm::is_picture<S> && cm::is_object<M>, int> = 0>
CM_INLINE void write(S surface, int x, int y, const M& m, CM_SOURCE_PLACE) {
    cm::check_2d(cm::surface_of(surface), file, line);
    cm::write_plane_block(cm::plane_of(surface), x, y, m);
}

// The same for a plane of an NV12 surface. Rows and bytes are the plane's.
template <class M, cm::if_object<M> = 0>
CM_INLINE void read_plane(SurfaceIndex surface, CmSurfacePlaneIndex plane, int x, int y, M&& m,
                          CM_SOURCE_PLACE) {
    cm::check_2d(surface, file, line);
    cm::read_plane_block(cm::plane_of(surface, plane), x, y, m);
}
template <class M, cm::if_object<M> = 0>
CM_INLINE void write_plane(SurfaceIndex surface, CmSurfacePlaneIndex plane, int x, int y, const M& m,
                           CM_SOURCE_PLACE) {
    cm::check_2d(surface, file, line);
    cm::write_plane_block(cm::plane_of(surface, plane), x, y, m);
}
