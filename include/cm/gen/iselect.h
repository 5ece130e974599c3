// Elements by a list of indices on Gen: each lane reads at an address of its own.
#pragma once

#include "../assign.h"

namespace cm {

template <class D, class T, int N>
struct vector_iselect {
    template <class I>
    CM_INLINE vector<T, count_of<I>> iselect(const I& idx) const {
        static_assert(is_integer<element_t<I>>, "iselect's indices are integers (CM spec 3.2.9)");
        constexpr int n = count_of<I>;
        vector<T, N> all{uninitialised()};
        put<0, N>(all, load<T, 0, N>(static_cast<const D&>(*this)));
        vector<T, n> out{uninitialised()};
        put<0, n>(out, gen::region_gather<vec<T, n>>(
                           all.cm_data(), vec<ushort, n>(load<ushort, 0, n>(idx) * ushort(sizeof(T)))));
        return out;
    }
};

template <class D, class T, int R, int C>
struct matrix_iselect {
    template <class I, class J>
    CM_INLINE vector<T, count_of<I>> iselect(const I& row, const J& col) const {
        static_assert(count_of<I> == count_of<J>, "iselect needs as many rows as columns (CM spec 3.2.9)");
        static_assert(is_integer<element_t<I>> && is_integer<element_t<J>>,
                      "iselect's indices are integers (CM spec 3.2.9)");
        constexpr int n = count_of<I>;
        vector<T, R * C> all{uninitialised()};
        put<0, R * C>(all, load<T, 0, R * C>(static_cast<const D&>(*this)));
        vector<ushort, n> place{uninitialised()};
        put<0, n>(place, vec<ushort, n>(load<ushort, 0, n>(row) * ushort(C) + load<ushort, 0, n>(col)));
        return all.iselect(place);
    }
};

}  // namespace cm
