// SPDX-License-Identifier: MIT
// Packs two vectors into one with elements twice as large, so that one iselect reads both. CM spec 6.4.
#pragma once

#include "../core/matrix.h"

#define CMRT_LOC_FIRST 0
#define CMRT_LOC_SECOND 1

namespace cm {
template <class Small, class Large>
constexpr void check_packing() {
    static_assert(sizeof(Large) == 2 * sizeof(Small), "packed elements are twice as large (CM spec 6.4)");
}
}  // namespace cm

namespace cmtl {

// The first element is in the lower half, the second in the upper.
template <class Small, class Large, int N>
CM_INLINE void Pack(vector_ref<Small, N> first, vector_ref<Small, N> second, vector_ref<Large, N> to) {
    ::cm::check_packing<Small, Large>();
    matrix<Small, N, 2> pairs{::cm::uninitialised()};
    pairs.column(0) = first;
    pairs.column(1) = second;
    to = pairs.template format<Large>();
}
template <class Small, class Large, int N>
CM_INLINE void Unpack(vector_ref<Small, N> first, vector_ref<Small, N> second, vector_ref<Large, N> from) {
    ::cm::check_packing<Small, Large>();
    const vector<Large, N> copy = from;
    const matrix_ref<Small, N, 2> pairs = copy.template format<Small, N, 2>();
    first = pairs.column(0);
    second = pairs.column(1);
}
// location: CMRT_LOC_FIRST or CMRT_LOC_SECOND.
template <class Small, class Large, int N>
CM_INLINE void UnpackSingle(vector_ref<Small, N> to, int location, vector_ref<Large, N> from) {
    ::cm::check_packing<Small, Large>();
    const vector<Large, N> copy = from;
    to = copy.template format<Small, N, 2>().column(location);
}

}  // namespace cmtl
