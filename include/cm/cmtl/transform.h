// SPDX-License-Identifier: MIT
// Mirrors, rotates and transposes matrices. CM spec 6.6. In and out may be the same.
#pragma once

#include "../core/matrix.h"

namespace cm {

// A square matrix with one row in each register. N is a power of two.
template <class T, int N>
struct square {
    vec<T, N> row[N];
};

template <class T, int N, int... I>
CM_INLINE square<T, N> load_square(const matrix_ref<T, N, N>& m, std::integer_sequence<int, I...>) {
    return {{load<T, I * N, N>(m)...}};
}
template <class T, int N, int... I>
CM_INLINE void store_square(const matrix_ref<T, N, N>& m, const square<T, N>& s,
                            std::integer_sequence<int, I...>) {
    matrix<T, N, N> all{uninitialised()};
    (put<I * N, N>(all, s.row[I]), ...);
    assign(m, all);
}

// Interleaves a and b, from element First of both.
template <int First, class T, int N, int... I>
CM_INLINE vec<T, N> zip(vec<T, N> a, vec<T, N> b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (First + I / 2 + I % 2 * N)...);
}
template <class T, int N, int... I>
CM_INLINE vec<T, N> reversed(vec<T, N> a, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, a, (N - 1 - I)...);
}

// Zipping the upper half's rows with the lower half's rotates the bits of (row, column) by one. Doing so
// log2(N) times turns rows into columns.
template <class T, int N>
CM_INLINE square<T, N> transposed(square<T, N> s) {
    const auto all = std::make_integer_sequence<int, N>();
#pragma clang loop unroll(full)
    for (int round = 1; round < N; round *= 2) {
        square<T, N> next;
#pragma clang loop unroll(full)
        for (int i = 0; i < N / 2; i++) {
            next.row[2 * i] = zip<0, T, N>(s.row[i], s.row[i + N / 2], all);
            next.row[2 * i + 1] = zip<N / 2, T, N>(s.row[i], s.row[i + N / 2], all);
        }
        s = next;
    }
    return s;
}
template <class T, int N>
CM_INLINE square<T, N> upside_down(const square<T, N>& s) {
    square<T, N> out;
#pragma clang loop unroll(full)
    for (int i = 0; i < N; i++) out.row[i] = s.row[N - 1 - i];
    return out;
}
template <class T, int N>
CM_INLINE square<T, N> mirrored(const square<T, N>& s) {
    square<T, N> out;
#pragma clang loop unroll(full)
    for (int i = 0; i < N; i++) out.row[i] = reversed<T, N>(s.row[i], std::make_integer_sequence<int, N>());
    return out;
}

template <class T, int N, class F>
CM_INLINE void transform(const F& f, const matrix_ref<T, N, N>& in, const matrix_ref<T, N, N>& out) {
    const auto rows = std::make_integer_sequence<int, N>();
    store_square<T, N>(out, f(load_square<T, N>(in, rows)), rows);
}

}  // namespace cm

namespace cmtl {

// Reverses the order of rows.
template <class T, int H, int W>
CM_INLINE void MirrorVertical(matrix_ref<T, H, W> in, matrix_ref<T, H, W> out) {
    const matrix<T, H, W> copy = in;
#pragma clang loop unroll(full)
    for (int i = 0; i < H; i++) out.row(i) = copy.row(H - 1 - i);
}
// Reverses the order of columns.
template <class T>
CM_INLINE void MirrorHorizontal_16x16(matrix_ref<T, 16, 16> in, matrix_ref<T, 16, 16> out) {
    ::cm::transform<T, 16>([](const auto& s) CM_LAMBDA { return ::cm::mirrored<T, 16>(s); }, in, out);
}

// Rotates clockwise.
template <class T>
CM_INLINE void Rotate90_16x16(matrix_ref<T, 16, 16> in, matrix_ref<T, 16, 16> out) {
    ::cm::transform<T, 16>([](const auto& s)
                               CM_LAMBDA { return ::cm::transposed<T, 16>(::cm::upside_down<T, 16>(s)); },
                           in, out);
}
template <class T>
CM_INLINE void Rotate180_16x16(matrix_ref<T, 16, 16> in, matrix_ref<T, 16, 16> out) {
    ::cm::transform<T, 16>(
        [](const auto& s) CM_LAMBDA { return ::cm::mirrored<T, 16>(::cm::upside_down<T, 16>(s)); }, in, out);
}
template <class T>
CM_INLINE void Rotate270_16x16(matrix_ref<T, 16, 16> in, matrix_ref<T, 16, 16> out) {
    ::cm::transform<T, 16>([](const auto& s)
                               CM_LAMBDA { return ::cm::upside_down<T, 16>(::cm::transposed<T, 16>(s)); },
                           in, out);
}

template <class T>
CM_INLINE void Transpose_16x16(matrix_ref<T, 16, 16> in, matrix_ref<T, 16, 16> out) {
    ::cm::transform<T, 16>([](const auto& s) CM_LAMBDA { return ::cm::transposed<T, 16>(s); }, in, out);
}
template <class T>
CM_INLINE void Transpose_8x8(matrix_ref<T, 8, 8> in, matrix_ref<T, 8, 8> out) {
    ::cm::transform<T, 8>([](const auto& s) CM_LAMBDA { return ::cm::transposed<T, 8>(s); }, in, out);
}
// Transposes about the other diagonal.
template <class T>
CM_INLINE void ReverseTranspose_16x16(matrix_ref<T, 16, 16> in, matrix_ref<T, 16, 16> out) {
    ::cm::transform<T, 16>(
        [](const auto& s) CM_LAMBDA {
            return ::cm::upside_down<T, 16>(::cm::transposed<T, 16>(::cm::upside_down<T, 16>(s)));
        },
        in, out);
}

// Element i of out, row after row, is element mapping(i) of in.
template <class T, int W>
CM_INLINE void map(matrix_ref<T, W, W> in, matrix_ref<T, W, W> out, vector_ref<ushort, W * W> mapping) {
    const vector<T, W* W> copy = in;
    out = copy.iselect(mapping);
}
// The name in Intel's library.
template <class T, int W>
CM_INLINE void Map(matrix_ref<T, W, W> in, matrix_ref<T, W, W> out, vector_ref<ushort, W * W> mapping) {
    ::cmtl::map<T, W>(in, out, mapping);
}

}  // namespace cmtl
