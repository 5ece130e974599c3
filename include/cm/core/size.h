// SPDX-License-Identifier: MIT
// sizeof of vectors and matrices: that of their elements. A C++ object is larger, as it has the reference to
// it as a base (see deduced_as). Of a reference it is what the reference names, as for C++'s own.
#pragma once

#include "matrix.h"

namespace cm {

template <class X>
struct sized_as {
    using type = X;
};
template <class X>
struct sized_as<const X> : sized_as<X> {};
template <class X>
struct sized_as<X&> : sized_as<X> {};
template <class X, std::size_t N>
struct sized_as<X[N]> {
    using type = typename sized_as<X>::type[N];
};
template <class X, std::size_t N>
struct sized_as<const X[N]> : sized_as<X[N]> {};
template <class Array>
struct sized_as<vector_of<Array>> {
    using type = Array;
};
template <class Array>
struct sized_as<vector_ref_of<Array>> {
    using type = Array;
};
template <class Array>
struct sized_as<matrix_of<Array>> {
    using type = Array;
};
template <class Array>
struct sized_as<matrix_ref_of<Array>> {
    using type = Array;
};
template <class X>
using sized_as_t = typename sized_as<X>::type;

}  // namespace cm

// Of types and expressions with parentheses; sizeof v without them is C++'s.
#define sizeof(...) sizeof(::cm::sized_as_t<__typeof__(__VA_ARGS__)>)
