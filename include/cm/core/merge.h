// SPDX-License-Identifier: MIT
// Masked assignment. CM spec 3.2.11. A mask is an integer (bit k for element k), or an object with as many
// integer elements (bit 0 of each counts).
#pragma once

#include "assign.h"

namespace cm {

// Lanes of T's size: all ones where the mask is set.
template <class T, int K, int W, class M>
CM_INLINE vec<sint_of<T>, W> merge_lanes(const M& mask) {
    using S = sint_of<T>;
    if constexpr (is_object<M>) {
        auto m = load<S, K, W>(mask);
        return (m & S(1)) != S(0);
    } else {
        const auto all = static_cast<unsigned long long>(convert_scalar<long long>(mask));
        const auto here = K < 64 ? static_cast<std::uint32_t>(all >> (K & 63)) : 0;
        static_assert(W <= 32, "an integer is a mask for at most 32 elements (CM spec 3.2.11)");
        return __builtin_convertvector(unpack_lanes<W>(here), vec<S, W>);
    }
}

template <class D, class T, int N, class Base>
struct merge_member : Base {
    // x where the mask is set.
    template <class X, class M>
    CM_INLINE void merge(const X& x, const M& mask) {
        check_operands<X, M>();
        assign_pieces(self(), [&](auto k, auto w) CM_LAMBDA {
            constexpr int K = decltype(k)::value, W = decltype(w)::value;
            return blend<T, W>(merge_lanes<T, K, W>(mask), load<T, K, W>(x), load<T, K, W>(self()));
        });
    }
    // x where the mask is set, else y.
    template <class X, class Y, class M>
    CM_INLINE void merge(const X& x, const Y& y, const M& mask) {
        check_operands<X, M>();
        check_operands<Y, M>();
        assign_pieces(self(), [&](auto k, auto w) CM_LAMBDA {
            constexpr int K = decltype(k)::value, W = decltype(w)::value;
            return blend<T, W>(merge_lanes<T, K, W>(mask), load<T, K, W>(x), load<T, K, W>(y));
        });
    }

private:
    template <class X, class M>
    CM_INLINE static void check_operands() {
        check_counts<D, X>();
        static_assert(is_integer<operand_t<M>>, "a mask's elements are integers (CM spec 2.2.4)");
        if constexpr (is_object<M>)
            static_assert(count_of<M> == N, "a mask has as many elements as what it masks (CM spec 3.2.11)");
        else
            static_assert(N <= 32, "an integer is a mask for at most 32 elements (CM spec 3.2.11)");
    }
    CM_INLINE D& self() { return static_cast<D&>(*this); }
};

}  // namespace cm
