// SPDX-License-Identifier: MIT
// Objects whose elements are first, first + step, ... CM spec 3.2.3, 6.7.
#pragma once

#include "../core/matrix.h"

namespace cm {
template <class T, int W, int... I>
CM_INLINE vec<T, W> ramp(T first, T step, int k, std::integer_sequence<int, I...>) {
    return vec<T, W>{T(I)...} * T(step) + T(first + T(k) * step);
}
template <class D, class I, class S>
CM_INLINE void assign_ramp(const D& d, I first, S step) {
    using T = element_t<D>;
    using E = std::conditional_t<is_float<T>, compute_t<T>, uint_of<T>>;  // integers wrap
    assign_pieces(d, [&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        return convert<T, E, W>(
            ramp<E, W>(static_cast<E>(first), static_cast<E>(step), K, std::make_integer_sequence<int, W>()));
    });
}
}  // namespace cm

// Declare an object whose elements are first, first + step, ...; a matrix row by row. CM spec 3.2.3.
#define cm_vector(name, T, N, first, step) \
    vector<T, N> name;                     \
    ::cm::assign_ramp(name, first, step)
#define cm_matrix(name, T, R, C, first, step) \
    matrix<T, R, C> name;                     \
    ::cm::assign_ramp(name, first, step)

namespace cmtl {

// The type and the number of elements may be given explicitly. CM spec 6.7.1.
template <class T, int N>
CM_INLINE void cm_vector_assign(vector_ref<T, N> v, int first, int step) {
    ::cm::assign_ramp(v, first, step);
}
template <class T, int R, int C>
CM_INLINE void cm_vector_assign(matrix_ref<T, R, C> m, int first, int step) {
    ::cm::assign_ramp(m, first, step);
}

}  // namespace cmtl
