// Where an object's elements lie, and how pieces of it are read and written.
//
// For whom moves objects as bytes (block reads and writes, messages): with X a vector, matrix, vector_ref or
// matrix_ref (also const or a reference to one),
//   cm::is_object<X>                      whether it is one of the four
//   cm::element_t<X>, cm::rows_of<X>, cm::cols_of<X>, cm::count_of<X>, cm::is_matrix<X>, cm::is_ref<X>
//   cm::region r = x.cm_region();         base, size, offset, col, row: see below; all in bytes
//   cm::is_contiguous(x)                  its elements lie side by side, inside the object
//   cm::bytes_of(x)                       then: the first byte
//   cm::row_bytes(x, i)                   row i if its elements lie side by side inside the object, else null
//   cm::load<E, K, W>(x)                  elements K..K+W-1 in row-major order, converted to E, as cm::vec<E,
//   W> cm::assign(x, value)                  what `x = value` does: converts, and writes active channels only
// An object of which neither holds (a column, a region past the end) is best moved through a vector or matrix
// of its shape: read into that, then assign. Writing through bytes_of() or row_bytes() ignores active
// channels.
#pragma once

#include "convert.h"
#include "debug.h"

template <class T, int N>
class vector;
template <class T, int N>
class vector_ref;
template <class T, int R, int C>
class matrix;
template <class T, int R, int C>
class matrix_ref;

namespace cm {

// Elements (i, j) at base + offset + i * row + j * col. They need not lie inside the `size` bytes of the
// object that owns them: what is outside reads as 0 and is not written (CM spec 3.2.9).
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

// --- Runs: W elements that lie `stride` bytes apart ---

// The parts of a region past its object's end, element by element.
__attribute__((noinline, cold)) inline void load_outside(const region& r, long stride, int count, int bytes,
                                                         void* to) {
    for (int k = 0; k < count; ++k) {
        const long at = r.offset + k * stride;
        char* element = static_cast<char*>(to) + k * bytes;
        if (at >= 0 && at + bytes <= r.size)
            __builtin_memcpy(element, r.base + at, static_cast<std::size_t>(bytes));
        else
            __builtin_memset(element, 0, static_cast<std::size_t>(bytes));
    }
}
__attribute__((noinline, cold)) inline void store_outside(const region& r, long stride, int count, int bytes,
                                                          const void* from) {
    for (int k = 0; k < count; ++k) {
        const long at = r.offset + k * stride;
        if (at >= 0 && at + bytes <= r.size)
            __builtin_memcpy(r.base + at, static_cast<const char*>(from) + k * bytes,
                             static_cast<std::size_t>(bytes));
    }
}

template <class T, int W>
CM_INLINE bool outside(const region& r, long stride) {
    const long last = (W - 1) * stride + static_cast<long>(sizeof(T));
    return __builtin_expect(r.offset < 0 || r.offset + last > r.size, 0);
}

template <class T>
using one = raw_t<T> __attribute__((aligned(1), may_alias));

template <class T, int... I>
CM_INLINE vec<T, sizeof...(I)> load_elements(const char* from, long stride,
                                             std::integer_sequence<int, I...>) {
    vec<T, sizeof...(I)> v;
    ((v[I] = *reinterpret_cast<const one<T>*>(from + I * stride)), ...);
    return v;
}
template <class T, int... I>
CM_INLINE void store_elements(char* to, long stride, vec<T, sizeof...(I)> v,
                              std::integer_sequence<int, I...>) {
    ((*reinterpret_cast<one<T>*>(to + I * stride) = v[I]), ...);
}

// Memory to register, side by side. Clang reads and writes vectors of three as four, hence memcpy; of others
// it touches W elements, though the type has room for a power of two, which the sanitizer takes for the
// access.
#define CM_EXACT_ACCESS __attribute__((no_sanitize("object-size")))
template <class T, int W>
CM_EXACT_ACCESS CM_INLINE vec<T, W> load_packed(const void* from) {
    if constexpr (W == 3) {
        vec<T, W> v;
        __builtin_memcpy(&v, from, 3 * sizeof(T));
        return v;
    } else {
        return *static_cast<const typename vec_types<T, W>::memory*>(from);
    }
}
template <class T, int W>
CM_EXACT_ACCESS CM_INLINE void store_packed(void* to, vec<T, W> v) {
    if constexpr (W == 3)
        __builtin_memcpy(to, &v, 3 * sizeof(T));
    else
        *static_cast<typename vec_types<T, W>::memory*>(to) = v;
}

template <class T, int W>
CM_INLINE vec<T, W> load_run(const region& r, long stride) {
    if (outside<T, W>(r, stride)) {
        char buffer[W * sizeof(T)];
        load_outside(r, stride, W, sizeof(T), buffer);
        return load_packed<T, W>(buffer);
    }
    if (W == 1 || stride == sizeof(T)) return load_packed<T, W>(r.base + r.offset);
    return load_elements<T>(r.base + r.offset, stride, std::make_integer_sequence<int, W>());
}

template <class T, int W>
CM_INLINE void store_run(const region& r, long stride, vec<T, W> v) {
    if (outside<T, W>(r, stride)) {
        char buffer[W * sizeof(T)];
        store_packed<T, W>(buffer, v);
        store_outside(r, stride, W, sizeof(T), buffer);
    } else if (W == 1 || stride == sizeof(T)) {
        store_packed<T, W>(r.base + r.offset, v);
    } else {
        store_elements<T>(r.base + r.offset, stride, v, std::make_integer_sequence<int, W>());
    }
}

// --- Ranges: elements K..K+W-1 in row-major order of an R x C region ---

template <class T, int A, int B, int... I>
CM_INLINE vec<T, A + B> join(vec<T, A> a, vec<T, B> b, std::integer_sequence<int, I...>) {
    if constexpr (A == B) {
        return __builtin_shufflevector(a, b, I...);
    } else if constexpr (A > B) {
        auto wide = __builtin_shufflevector(b, b, (I < B ? I : -1)...);  // A + B lanes
        auto first = __builtin_shufflevector(a, a, (I < A ? I : -1)...);
        return __builtin_shufflevector(first, wide, (I < A ? I : A + B + I - A)...);
    } else {
        auto first = __builtin_shufflevector(a, a, (I < A ? I : -1)...);
        auto wide = __builtin_shufflevector(b, b, (I < B ? I : -1)...);
        return __builtin_shufflevector(first, wide, (I < A ? I : A + B + I - A)...);
    }
}
template <class T, int From, int W, int... I>
CM_INLINE vec<T, sizeof...(I)> part(vec<T, W> v, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(v, v, (From + I)...);
}

// f of all lanes, pairwise; `neutral` fills up to a power of two.
template <class T, int W, class F>
CM_INLINE T fold(const F& f, vec<T, W> v, T neutral) {
    if constexpr (W == 1) {
        return v[0];
    } else if constexpr ((W & (W - 1)) != 0) {
        constexpr int wide = 2 << (31 - __builtin_clz(W));
        return fold<T, wide>(
            f, join<T, W, wide - W>(v, splat<T, wide - W>(neutral), std::make_integer_sequence<int, wide>()),
            neutral);
    } else {
        const auto half_of = std::make_integer_sequence<int, W / 2>();
        return fold<T, W / 2>(f, f(part<T, 0, W>(v, half_of), part<T, W / 2, W>(v, half_of)), neutral);
    }
}

// Rows that are read and written in one piece. LLVM keeps an object in registers if every place of it is now
// and then accessed by one vector that covers all other accesses there; pieces of whole objects are these
// vectors.
template <class T, int R, int C>
constexpr int rows_together() {
    int g = 1;
    if ((C & (C - 1)) == 0)
        while (R % (2 * g) == 0 && 2 * g * C * static_cast<int>(sizeof(T)) <= 64) g *= 2;
    return g;
}
// Elements of a piece of a row that is too long for one.
template <class T, int C>
constexpr int row_piece() {
    return C * static_cast<int>(sizeof(T)) <= 256 ? C : 128 / static_cast<int>(sizeof(T));
}
// Where a piece that begins at element k ends.
template <class T, int R, int C>
constexpr int piece_end(int k) {
    constexpr int g = rows_together<T, R, C>();
    if (g > 1) return (k / (g * C) + 1) * g * C;
    const int row = k / C, next = k % C / row_piece<T, C>() * row_piece<T, C>() + row_piece<T, C>();
    return row * C + (next < C ? next : C);
}

// Where to cut a range in two: an end of a row, near the middle; 0 if it lies in one row.
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
        if constexpr (cut == 0)
            return load_run<T, W>(at<C>(r, K), r.col);
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
        } else {
            store_rows<T, R, C, K, cut>(r, part<T, 0, W>(v, std::make_integer_sequence<int, cut>()));
            store_rows<T, R, C, K + cut, W - cut>(
                r, part<T, cut, W>(v, std::make_integer_sequence<int, W - cut>()));
        }
    }
}

// The same; rows that lie side by side are taken together.
template <class T, int R, int C, int K, int W>
CM_INLINE vec<T, W> load_range(const region& r) {
    constexpr int g = rows_together<T, R, C>();
    if constexpr (g > 1)
        if (r.col == sizeof(T) && r.row == static_cast<long>(C * sizeof(T)))
            return load_rows<T, R / g, C * g, K, W>({r.base, r.size, r.offset, r.col, r.row * g});
    return load_rows<T, R, C, K, W>(r);
}
template <class T, int R, int C, int K, int W>
CM_INLINE void store_range(const region& r, vec<T, W> v) {
    constexpr int g = rows_together<T, R, C>();
    if constexpr (g > 1) {
        if (r.col == sizeof(T) && r.row == static_cast<long>(C * sizeof(T)))
            return store_rows<T, R / g, C * g, K, W>({r.base, r.size, r.offset, r.col, r.row * g}, v);
    }
    store_rows<T, R, C, K, W>(r, v);
}

// Elements K..K+W-1 of an operand, converted to E; a scalar as often as needed.
template <class E, int K, int W, class X>
CM_INLINE vec<E, W> load(const X& x) {
    if constexpr (is_object<X>) {
        using T = element_t<X>;
        return convert<E, T, W>(load_range<T, rows_of<X>, cols_of<X>, K, W>(x.cm_region()));
    } else {
        return splat<E, W>(convert_scalar<E>(x));
    }
}

// Calls f(K, W) for the pieces of an R x C object of T, K and W as types with a value.
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
