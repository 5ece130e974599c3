// SPDX-License-Identifier: MIT
// read_transpose: a block of dwords of a 2-D surface, with rows and columns swapped. CM spec 4.5.
#pragma once

// 1, 2, 4 and 8 rows or dwords.
enum CM_READ_SIZE { CM_READ_1 = 0, CM_READ_2 = 1, CM_READ_4 = 2, CM_READ_8 = 3 };

#include "media_block.h"

// x and y are in blocks of width dwords and height rows (so the text; its example says "16 bytes" for two
// blocks of 8 dwords). m has `width` rows of `height` dwords. Its element (i, j) is dword i of row j. Outside
// the surface, the nearest pixel is repeated. Gen's back end has no message that transposes, so on Gen it is
// a block read and moves.
template <class M, cm::if_object<M> = 0>
CM_INLINE void read_transpose(SurfaceIndex surface, CM_READ_SIZE height, CM_READ_SIZE width, int x, int y,
                              M&& m, CM_SOURCE_PLACE) {
    using T = cm::element_t<M>;
    constexpr int dwords = cm::rows_of<M>, rows = cm::cols_of<M>;
    static_assert(sizeof(T) == 4, "read_transpose reads dwords (CM spec 4.5)");
    static_assert(dwords <= 8 && rows <= 8 && (dwords & (dwords - 1)) == 0 && (rows & (rows - 1)) == 0,
                  "read_transpose reads 1, 2, 4 or 8 rows of 1, 2, 4 or 8 dwords (CM spec 4.5)");
    cm::check_2d(surface, file, line);
#ifdef CM_DEBUG
    if (dwords != 1 << width || rows != 1 << height)
        cm::fail(file, line, "the matrix of read_transpose has as many rows as dwords are read");
#endif
    const matrix_ref<T, dwords, rows> to(m);
    matrix<T, rows, dwords> block{cm::uninitialised()};
    cm::read_plane_block(cm::plane_of(surface), (x << width) * 4, y << height, block);
#pragma clang loop unroll(full)
    for (int i = 0; i < dwords; i++) to.row(i) = block.column(i);
}
