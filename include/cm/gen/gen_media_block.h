// SPDX-License-Identifier: MIT
// Media block messages. Each moves up to 64 bytes of a row and 256 in all; rows are padded to a power of two.
#pragma once

namespace cm::gen {

constexpr int padded(int width) {
    int w = 4;
    while (w < width) w *= 2;
    return w;
}

// Calls f(first row, rows, first byte, bytes) for each message of a block with Height rows of Width
// bytes.
template <int Height, int Width, int Y = 0, int X = 0, class F>
CM_INLINE void for_messages(const F& f) {
    if constexpr (Y < Height) {
        constexpr int width = least(64, Width - X), rows = least(least(64, 256 / padded(width)), Height - Y);
        f(std::integral_constant<int, Y>(), std::integral_constant<int, rows>(),
          std::integral_constant<int, X>(), std::integral_constant<int, width>());
        constexpr bool more = X + width < Width;
        for_messages<Height, Width, more ? Y : Y + rows, more ? X + width : 0>(f);
    }
}

}  // namespace cm::gen

namespace cm {

struct block_plane {
    uint surface;
    int plane;
    int modifiers;  // of the message
};
CM_INLINE block_plane plane_of(SurfaceIndex surface, int plane = 0) { return {surface.cm_index(), plane, 0}; }
CM_INLINE block_plane plane_of(field_surface field) {
    return {field.surface.cm_index(), 0, field.parity == 0 ? 2 : 3};
}
CM_INLINE void check_2d(SurfaceIndex, const char*, int) {}

template <class X>
CM_INLINE void read_plane_block(const block_plane& from, int x, int y, const X& m) {
    using T = element_t<X>;
    constexpr int size = sizeof(T), C = cols_of<X>;
    static_assert(C * size <= 64 || 64 % size == 0, "a message's rows hold whole elements");
    matrix<T, rows_of<X>, C> block{uninitialised()};
    gen::for_messages<rows_of<X>, C * size>([&](auto row, auto rows, auto left, auto width) CM_LAMBDA {
        constexpr int pad = gen::padded(width()) / size, n = rows() * pad;
        static_assert(gen::padded(width()) % size == 0, "a message's rows hold whole elements");
        matrix<T, rows(), pad> got{uninitialised()};
        put<0, n>(got, gen::media_ld<vec<T, n>>(from.modifiers, from.surface, from.plane, width(), x + left(),
                                                y + row()));
        init(block.template select<rows(), 1, width() / size, 1>(row(), left() / size),
             got.template select<rows(), 1, width() / size, 1>(0, 0));
    });
    put<0, count_of<X>>(m, load<T, 0, count_of<X>>(block));
}
template <class X>
CM_INLINE void write_plane_block(const block_plane& to, int x, int y, const X& m) {
    using T = element_t<X>;
    constexpr int size = sizeof(T), C = cols_of<X>;
    static_assert(C * size % 4 == 0, "a block write's rows are multiples of 4 bytes wide (CM spec 4.5)");
    matrix<T, rows_of<X>, C> block{uninitialised()};
    put<0, count_of<X>>(block, load<T, 0, count_of<X>>(m));
    gen::for_messages<rows_of<X>, C * size>([&](auto row, auto rows, auto left, auto width) CM_LAMBDA {
        constexpr int pad = gen::padded(width()) / size, n = rows() * pad;
        matrix<T, rows(), pad> out{uninitialised()};
        init(out.template select<rows(), 1, width() / size, 1>(0, 0),
             block.template select<rows(), 1, width() / size, 1>(row(), left() / size));
        gen::media_st<vec<T, n>>(to.modifiers, to.surface, to.plane, width(), x + left(), y + row(),
                                 load<T, 0, n>(out));
    });
}

}  // namespace cm
