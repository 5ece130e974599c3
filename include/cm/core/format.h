// SPDX-License-Identifier: MIT
// The same bytes as elements of another type, in another shape. CM spec 3.2.10.
#pragma once

#include "assign.h"

namespace cm {

template <class D, class T, int N, class Base>
struct format_member : Base {
    // Bytes that do not fill an element are left out.
    template <class T2>
    CM_INLINE vector_ref<T2, static_cast<int>(N * sizeof(T) / sizeof(T2))> format() const {
        static_assert(N * sizeof(T) >= sizeof(T2),
                      "format needs a source of at least one element's size "
                      "(CM spec 3.2.10)");
        return vector_ref<T2, static_cast<int>(N * sizeof(T) / sizeof(T2))>(reinterpreted<T2>(0));
    }
    template <class T2, int R2, int C2>
    CM_INLINE matrix_ref<T2, R2, C2> format() const {
        static_assert(R2 * C2 * sizeof(T2) <= N * sizeof(T),
                      "format must not be larger than its source (CM spec 3.2.10)");
        return matrix_ref<T2, R2, C2>(reinterpreted<T2>(C2 * static_cast<long>(sizeof(T2))));
    }

private:
    template <class T2>
    CM_INLINE region reinterpreted(long row) const {
        region r = static_cast<const D&>(*this).cm_region();
#ifdef CM_DEBUG
        if (!is_contiguous(static_cast<const D&>(*this)))
            fail(nullptr, 0, "format of elements that do not lie side by side");
#endif
        return {r.base, r.size, r.offset, sizeof(T2), row};
    }
};

}  // namespace cm
