// SPDX-License-Identifier: MIT
// Elements selected by indices. CM spec 3.2.9. An index outside the object gives 0; on Gen it gives anything.
#pragma once

#include "assign.h"

namespace cm {

#ifdef CM_GEN
// All elements of an object in row-major order. Each lane has its own address.
template <class T, int N>
struct table_of {
    template <class X>
    CM_INLINE explicit table_of(const X& x) {
        put<0, N>(all, load<T, 0, N>(x));
    }
    template <int W>
    CM_INLINE vec<T, W> at(vec<ushort, W> places) const {
        return gen::region_gather<vec<T, W>>(all.cm_region().base,
                                             vec<ushort, W>(places * ushort(sizeof(T))));
    }
    vector<T, N> all{uninitialised()};
};
#else
// A copy of all elements of an object in row-major order, in memory. Variable indices read the copy, so the
// object itself can stay in registers.
template <class T, int N>
struct table_of {
    template <class X>
    CM_INLINE explicit table_of(const X& x) {
        for_pieces<T, rows_of<X>, cols_of<X>>([&](auto k, auto w) CM_LAMBDA {
            constexpr int K = decltype(k)::value, W = decltype(w)::value;
            store_packed<T, W>(data + K, load<T, K, W>(x));
        });
    }
    CM_INLINE T operator[](long i) const { return i >= 0 && i < N ? data[i] : T(0); }
    alignas(64) T data[N];
};
#endif

template <class D, class T, int N, class Base>
struct vector_iselect : Base {
    template <class I>
    CM_INLINE vector<T, count_of<I>> iselect(const I& idx) const {
        static_assert(is_integer<element_t<I>>, "iselect's indices are integers (CM spec 3.2.9)");
        const table_of<T, N> table(static_cast<const D&>(*this));
        vector<T, count_of<I>> out;
#ifdef CM_GEN
        constexpr int n = count_of<I>;
        put<0, n>(out, table.template at<n>(load<ushort, 0, n>(idx)));
#else
        const table_of<element_t<I>, count_of<I>> at(idx);
        for (int k = 0; k < count_of<I>; k++) {
#ifdef CM_DEBUG
            checked(static_cast<long>(at.data[k]), N, "iselect's index");
#endif
            out.cm_data()[k] = table[static_cast<long>(at.data[k])];
        }
#endif
        return out;
    }
    // With the indices' type and number given explicitly.
    template <class E, int Count, class I>
    CM_INLINE vector<T, Count> iselect(const I& idx) const {
        return iselect(vector<E, Count>(idx));
    }
};

template <class D, class T, int R, int C, class Base>
struct matrix_iselect : Base {
    template <class I, class J>
    CM_INLINE vector<T, count_of<I>> iselect(const I& row, const J& col) const {
        static_assert(count_of<I> == count_of<J>, "iselect needs as many rows as columns (CM spec 3.2.9)");
        static_assert(is_integer<element_t<I>> && is_integer<element_t<J>>,
                      "iselect's indices are integers (CM spec 3.2.9)");
        const table_of<T, R * C> table(static_cast<const D&>(*this));
        vector<T, count_of<I>> out;
#ifdef CM_GEN
        constexpr int n = count_of<I>;
        put<0, n>(out, table.template at<n>(
                           vec<ushort, n>(load<ushort, 0, n>(row) * ushort(C) + load<ushort, 0, n>(col))));
#else
        const table_of<element_t<I>, count_of<I>> i(row);
        const table_of<element_t<J>, count_of<J>> j(col);
        for (int k = 0; k < count_of<I>; k++) {
            const long r = static_cast<long>(i.data[k]), c = static_cast<long>(j.data[k]);
#ifdef CM_DEBUG
            checked(r, R, "iselect's row");
            checked(c, C, "iselect's column");
#endif
            out.cm_data()[k] = table[r >= 0 && r < R && c >= 0 && c < C ? r * C + c : -1];
        }
#endif
        return out;
    }
    template <class E, int Count, class I, class J>
    CM_INLINE vector<T, Count> iselect(const I& row, const J& col) const {
        return iselect(vector<E, Count>(row), vector<E, Count>(col));
    }
};

}  // namespace cm
