// SPDX-License-Identifier: MIT
// any() and all(), over active channels in SIMD control flow. CM spec 3.2.12.
#pragma once

#include "assign.h"

namespace cm {

template <class D, class T, int R, int C, class Base>
struct any_all : Base {
    CM_INLINE ushort any() const {
        bool found = false;
        pieces([&](auto nonzero, auto active, auto w)
                   CM_LAMBDA { found |= reduce_or<sint_of<T>, decltype(w)::value>(nonzero & active) != 0; });
        return found;
    }
    CM_INLINE ushort all() const {
        bool missing = false;
        pieces([&](auto nonzero, auto active, auto w) CM_LAMBDA {
            missing |= reduce_or<sint_of<T>, decltype(w)::value>(~nonzero & active) != 0;
        });
        return !missing;
    }

private:
    template <class F>
    CM_INLINE void pieces(const F& f) const {
        using S = sint_of<T>;
        const D& self = static_cast<const D&>(*this);
        for_pieces<T, R, C>([&](auto k, auto w) CM_LAMBDA {
            constexpr int K = decltype(k)::value, W = decltype(w)::value;
            auto x = load<compute_t<T>, K, W>(self);
            vec<S, W> nonzero = __builtin_convertvector(x != raw_t<compute_t<T>>(0), vec<S, W>);
            vec<S, W> active = splat<S, W>(-1);
            if constexpr (R * C <= 32) {
                if (cm_simd_used)
                    active = __builtin_convertvector(unpack_lanes<W>(active_mask(R * C) >> K), vec<S, W>);
            }
            f(nonzero, active, w);
        });
    }
};

}  // namespace cm
