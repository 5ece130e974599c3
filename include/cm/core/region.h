// SPDX-License-Identifier: MIT
// Where an object's elements are, and how pieces of it are read and written.
//
// For code that moves objects as bytes (block reads and writes, messages). X is a vector, matrix, vector_ref
// or matrix_ref (also const or a reference to one):
//   cm::is_object<X>                      whether it is one of the four
//   cm::element_t<X>, cm::rows_of<X>, cm::cols_of<X>, cm::count_of<X>, cm::is_matrix<X>, cm::is_ref<X>
//   cm::region r = x.cm_region();         base, size, offset, col, row: see below; all in bytes
//   cm::is_contiguous(x)                  its elements are contiguous, inside the object
//   cm::bytes_of(x)                       if so, the first byte
//   cm::row_bytes(x, i)                   row i if its elements are contiguous inside the object, else null
//   cm::load<E, K, W>(x)                  elements K..K+W-1, row by row, converted to E: a cm::vec<E, W>
//   cm::assign(x, value)                  what `x = value` does: converts, and writes active channels only
// If neither holds for an object (a column, a region past the end), move it through a vector or matrix of
// its shape: read into that, then assign. Writing through bytes_of() or row_bytes() ignores active
// channels.
#pragma once

#include "convert.h"
#include "debug.h"

namespace cm {

// The four kinds of objects, each with an array type as argument. Kernels have functions such as
// `template <uint R, uint C> void f(matrix_ref<int, R, C>)`, which must deduce R and C. C++ deduces only the
// bounds of arrays as any integer type.
template <class Array>
class vector_of;
template <class Array>
class vector_ref_of;
template <class Array>
class matrix_of;
template <class Array>
class matrix_ref_of;

}  // namespace cm

template <class T, int N>
using vector = cm::vector_of<T[N]>;
template <class T, int N>
using vector_ref = cm::vector_ref_of<T[N]>;
template <class T, int R, int C>
using matrix = cm::matrix_of<T[R][C]>;
template <class T, int R, int C>
using matrix_ref = cm::matrix_ref_of<T[R][C]>;

namespace cm {

// Element (i, j) is at base + offset + i * row + j * col. It need not be inside the `size` bytes of the
// object that owns it: outside, reads give 0 and writes are dropped (CM spec 3.2.9).
struct region {
    char* base;
    long size;
    long offset;
    long col;
    long row;
};

struct object_tag {};
template <class X>
using bare = std::remove_cv_t<std::remove_reference_t<X>>;
template <class X>
inline constexpr bool is_object = std::is_base_of<object_tag, bare<X>>::value;
template <class X>
using element_t = typename bare<X>::element_type;
template <class X>
inline constexpr int rows_of = bare<X>::cm_rows;
template <class X>
inline constexpr int cols_of = bare<X>::cm_cols;
template <class X>
inline constexpr int count_of = bare<X>::cm_rows* bare<X>::cm_cols;
template <class X>
inline constexpr bool is_matrix = bare<X>::cm_is_matrix;
template <class X>
inline constexpr bool is_ref = bare<X>::cm_is_ref;
// An operand: an object or a scalar.
template <class X>
inline constexpr bool is_operand = is_object<X> || is_scalar<bare<X>>;
template <class X, bool = is_object<X>>
struct operand_element {
    using type = bare<X>;
};
template <class X>
struct operand_element<X, true> {
    using type = element_t<X>;
};
template <class X, bool Enum>
struct enum_as_int {
    using type = X;
};
template <class X>
struct enum_as_int<X, true> {
    using type = int;
};
// The element type of an operand.
template <class X>
using operand_t = typename enum_as_int<typename operand_element<X>::type,
                                       std::is_enum<typename operand_element<X>::type>::value>::type;

template <class X>
CM_INLINE bool is_contiguous(const X& x) {
    const region r = x.cm_region();
    constexpr long bytes = sizeof(element_t<X>);
    return (cols_of<X> == 1 || r.col == bytes) && (rows_of<X> == 1 || r.row == cols_of<X> * bytes) &&
           r.offset >= 0 && r.offset + count_of<X> * bytes <= r.size;
}
template <class X>
CM_INLINE char* bytes_of(const X& x) {
    const region r = x.cm_region();
    return r.base + r.offset;
}
template <class X>
CM_INLINE char* row_bytes(const X& x, int i) {
    const region r = x.cm_region();
    constexpr long bytes = sizeof(element_t<X>);
    const long offset = r.offset + i * r.row;
    if ((cols_of<X> != 1 && r.col != bytes) || offset < 0 || offset + cols_of<X> * bytes > r.size)
        return nullptr;
    return r.base + offset;
}

}  // namespace cm
