// SPDX-License-Identifier: MIT
// Ranges: elements K..K+W-1 in row-major order of an R x C region. Pieces: the units in which objects are
// read and written.
#pragma once

#include "run.h"

namespace cm {

// The number of rows that are read and written in one piece. LLVM keeps an object in registers if each part
// of it is sometimes accessed by one vector that covers all other accesses to that part. Pieces of whole
// objects are these vectors.
template <class T, int R, int C>
constexpr int rows_together() {
    int g = 1;
    if ((C & (C - 1)) == 0)
        while (R % (2 * g) == 0 && 2 * g * C * static_cast<int>(sizeof(T)) <= 64) g *= 2;
    return g;
}
// The number of elements in a piece of a row that is too long for one piece.
template <class T, int C>
constexpr int row_piece() {
    return C * static_cast<int>(sizeof(T)) <= 256 ? C : 128 / static_cast<int>(sizeof(T));
}
// The end of a piece that begins at element k.
template <class T, int R, int C>
constexpr int piece_end(int k) {
#ifdef CM_GEN
    return k < R * C ? R * C : k;  // the back end cuts objects itself
#endif
    constexpr int g = rows_together<T, R, C>();
    if (g > 1) return (k / (g * C) + 1) * g * C;
    const int row = k / C, next = k % C / row_piece<T, C>() * row_piece<T, C>() + row_piece<T, C>();
    return row * C + (next < C ? next : C);
}

// Where to cut a range in two: at a row's end near the middle. 0 if the range is within one row.
constexpr int cut_of(int k, int w, int c) {
    if (k / c == (k + w - 1) / c) return 0;
    const int middle = (k + w / 2) / c * c;
    return middle > k ? middle - k : (k / c + 1) * c - k;
}

template <int C>
CM_INLINE region at(region r, int k) {
    r.offset += k / C * r.row + k % C * r.col;
    return r;
}

template <class T, int R, int C, int K, int W>
CM_INLINE vec<T, W> load_rows(const region& r) {
    if constexpr (C == 1) {
        return load_run<T, W>(at<C>(r, K), r.row);
    } else {
        constexpr int cut = cut_of(K, W, C);
        if constexpr (cut == 0) return load_run<T, W>(at<C>(r, K), r.col);
#ifdef CM_GEN
        else if constexpr (K % C == 0 && W % C == 0)
            return load_region<T, W>(at<C>(r, K), r.row, C, r.col);
#endif
        else
            return join<T, cut, W - cut>(load_rows<T, R, C, K, cut>(r),
                                         load_rows<T, R, C, K + cut, W - cut>(r),
                                         std::make_integer_sequence<int, W>());
    }
}
template <class T, int R, int C, int K, int W>
CM_INLINE void store_rows(const region& r, vec<T, W> v) {
    if constexpr (C == 1) {
        store_run<T, W>(at<C>(r, K), r.row, v);
    } else {
        constexpr int cut = cut_of(K, W, C);
        if constexpr (cut == 0) {
            store_run<T, W>(at<C>(r, K), r.col, v);
#ifdef CM_GEN
        } else if constexpr (K % C == 0 && W % C == 0) {
            store_region<T, W>(at<C>(r, K), r.row, C, r.col, v);
#endif
        } else {
            store_rows<T, R, C, K, cut>(r, part<T, 0, W>(v, std::make_integer_sequence<int, cut>()));
            store_rows<T, R, C, K + cut, W - cut>(
                r, part<T, cut, W>(v, std::make_integer_sequence<int, W - cut>()));
        }
    }
}

// The same, but contiguous rows are taken together.
template <class T, int R, int C, int K, int W>
CM_INLINE vec<T, W> load_range(const region& r) {
#ifndef CM_GEN
    constexpr int g = rows_together<T, R, C>();
    if constexpr (g > 1)
        if (r.col == sizeof(T) && r.row == static_cast<long>(C * sizeof(T)))
            return load_rows<T, R / g, C * g, K, W>({r.base, r.size, r.offset, r.col, r.row * g});
#endif
    return load_rows<T, R, C, K, W>(r);
}
template <class T, int R, int C, int K, int W>
CM_INLINE void store_range(const region& r, vec<T, W> v) {
#ifndef CM_GEN
    constexpr int g = rows_together<T, R, C>();
    if constexpr (g > 1) {
        if (r.col == sizeof(T) && r.row == static_cast<long>(C * sizeof(T)))
            return store_rows<T, R / g, C * g, K, W>({r.base, r.size, r.offset, r.col, r.row * g}, v);
    }
#endif
    store_rows<T, R, C, K, W>(r, v);
}

#ifndef CM_GEN
// Elements K..K+W-1 of rows of C elements. The rows are `pitch` bytes apart. Precondition: the elements are
// inside the object.
template <class T, int C, int K, int W>
CM_INLINE vec<T, W> load_memory(const char* from, long pitch) {
    constexpr int cut = cut_of(K, W, C);
    if constexpr (cut == 0)
        return load_packed<T, W>(from + K / C * pitch + K % C * static_cast<long>(sizeof(T)));
    else
        return join<T, cut, W - cut>(load_memory<T, C, K, cut>(from, pitch),
                                     load_memory<T, C, K + cut, W - cut>(from, pitch),
                                     std::make_integer_sequence<int, W>());
}
template <class T, int C, int K, int W>
CM_INLINE void store_memory(char* to, long pitch, vec<T, W> v) {
    constexpr int cut = cut_of(K, W, C);
    if constexpr (cut == 0) {
        store_packed<T, W>(to + K / C * pitch + K % C * static_cast<long>(sizeof(T)), v);
    } else {
        store_memory<T, C, K, cut>(to, pitch, part<T, 0, W>(v, std::make_integer_sequence<int, cut>()));
        store_memory<T, C, K + cut, W - cut>(to, pitch,
                                             part<T, cut, W>(v, std::make_integer_sequence<int, W - cut>()));
    }
}

// The same for an object that owns its elements. Their places are known before anything is inlined. Most
// accesses are of this kind, so this keeps kernels quick to compile.
template <class X>
inline constexpr int own_columns = rows_together<element_t<X>, rows_of<X>, cols_of<X>>() * cols_of<X>;
template <int K, int W, class X>
CM_INLINE vec<element_t<X>, W> load_own(const X& x) {
    using T = element_t<X>;
    return load_memory<T, own_columns<X>, K, W>(x.cm_bytes(), own_columns<X> * static_cast<long>(sizeof(T)));
}
template <int K, int W, class X>
CM_INLINE void store_own(const X& x, vec<element_t<X>, W> v) {
    using T = element_t<X>;
    store_memory<T, own_columns<X>, K, W>(x.cm_bytes(), own_columns<X> * static_cast<long>(sizeof(T)), v);
}
#endif

// Elements K..K+W-1 of an operand, converted to E. A scalar is repeated.
template <class E, int K, int W, class X>
CM_INLINE vec<E, W> load(const X& x) {
    if constexpr (is_object<X>) {
        using T = element_t<X>;
#ifndef CM_GEN
        if constexpr (!is_ref<X>)
            return convert<E, T, W>(load_own<K, W>(x));
        else
#endif
            return convert<E, T, W>(load_range<T, rows_of<X>, cols_of<X>, K, W>(x.cm_region()));
    } else {
        return splat<E, W>(convert_scalar<E>(x));
    }
}

// The same for an operation in E: an integer beside a half is rounded to half first, as C++ does (CM
// spec 2.5). Integers of 8 bits are exact.
template <class E, int K, int W, class X>
CM_INLINE vec<compute_t<E>, W> load_operand(const X& x) {
    using T = operand_t<X>;
    if constexpr (is_half<E> && !is_float<T> && sizeof(T) > 1)
        return convert<compute_t<E>, E, W>(load<E, K, W>(x));
    else
        return load<compute_t<E>, K, W>(x);
}

// Calls f(K, W) for the pieces of an R x C object of T. K and W are types with a value.
template <class T, int R, int C, int K = 0, class F>
CM_INLINE void for_pieces(const F& f) {
    if constexpr (K < R * C) {
        constexpr int end = piece_end<T, R, C>(K);
        f(std::integral_constant<int, K>(), std::integral_constant<int, end - K>());
        for_pieces<T, R, C, end>(f);
    }
}
template <class T, int R, int C>
inline constexpr bool one_piece = piece_end<T, R, C>(0) == R* C;

}  // namespace cm
