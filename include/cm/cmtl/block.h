// SPDX-License-Identifier: MIT
// Blocks of any size. x and y, or the offset, are in elements. CM spec 6.1.
#pragma once

#include "../dataport/media_block.h"
#include "../dataport/oword_block.h"

namespace cmtl {

// Outside the surface, the edge is repeated. T is as large as a pixel. surface_width, in pixels, is the
// picture's end if its rows are no multiples of 4 bytes. It may be less than the surface's own width. In all
// other cases the surface's own width counts (also in Intel's library).
#ifdef CM_GEN  // only for surfaces whose rows are multiples of 4 bytes
template <class T, int H, int W, class Surface>
CM_INLINE void ReadBlock(Surface surface, int x, int y, matrix_ref<T, H, W> block) {
    read(surface, x * static_cast<int>(sizeof(T)), y, block);
}
template <class T, int H, int W, class Surface>
__attribute__((unavailable("ReadBlock with a picture's width is not lowered to Gen code"))) void ReadBlock(
    Surface, int, int, matrix_ref<T, H, W>, uint);
#else
template <class T, int H, int W, class Surface>
CM_INLINE void ReadBlock(Surface surface, int x, int y, matrix_ref<T, H, W> block, uint surface_width = 0,
                         CM_SOURCE_PLACE) {
    ::cm::check_2d(::cm::surface_of(surface), file, line);
    ::cm::block_plane from = ::cm::plane_of(surface);
    const unsigned long row_bytes = static_cast<unsigned long>(surface_width) * sizeof(T);
    if (row_bytes % 4 != 0 && row_bytes < static_cast<unsigned long>(from.plane.row_bytes))
        from.plane.row_bytes = static_cast<int>(row_bytes);
    ::cm::read_plane_block(from, x * static_cast<int>(sizeof(T)), y, block);
}
#endif
// Writes outside the surface are dropped.
template <class T, int H, int W, class Surface>
CM_INLINE void WriteBlock(Surface surface, int x, int y, matrix_ref<T, H, W> block, CM_SOURCE_PLACE) {
    write(surface, x * static_cast<int>(sizeof(T)), y, block, file, line);
}

// On buffers: reads past the end give 0, writes there are dropped.
#ifdef CM_GEN  // only from whole owords on
template <class T, int W, class Surface>
CM_INLINE void ReadLinear(Surface surface, int offset, vector_ref<T, W> block) {
    read(surface, offset * static_cast<int>(sizeof(T)), block);
}
template <class T, int W, class Surface>
CM_INLINE void WriteLinear(Surface surface, int offset, vector_ref<T, W> block) {
    write(surface, offset * static_cast<int>(sizeof(T)), block);
}
#else
template <class T, int W, class Surface>
CM_INLINE void ReadLinear(Surface surface, int offset, vector_ref<T, W> block, CM_SOURCE_PLACE) {
    ::cm::check_buffer(::cm::buffer_of(surface), file, line);
    ::cm::read_linear(::cm::buffer_memory(surface), static_cast<uint>(offset) * sizeof(T), block);
}
template <class T, int W, class Surface>
CM_INLINE void WriteLinear(Surface surface, int offset, vector_ref<T, W> block, CM_SOURCE_PLACE) {
    ::cm::check_buffer(::cm::buffer_of(surface), file, line);
    ::cm::write_linear(::cm::buffer_memory(surface), static_cast<uint>(offset) * sizeof(T), block);
}
#endif

}  // namespace cmtl
