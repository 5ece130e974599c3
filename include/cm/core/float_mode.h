// SPDX-License-Identifier: MIT
// CM_FLOAT_MODE_ALT, an attribute of kernels: no infinities, and |x| in square roots and logarithms.
// CM spec 4.20. Gen does it by itself.
#pragma once

#include "../thread/thread.h"
#include "convert.h"
#include "qualifiers.h"

// The attribute's flags of all kernels in the file. cmc sets this once it has found them.
#if !defined(__CMC) || defined(CM_GEN)
#define CM_FLOAT_CONTROLS 0
#endif

namespace cm {

CM_INLINE bool alternative_float_mode() {
#ifndef CM_GEN
    if constexpr (((CM_FLOAT_CONTROLS)&CM_FLOAT_MODE_ALT) != 0)
        return (this_thread().dispatch->float_control & CM_FLOAT_MODE_ALT) != 0;
#endif
    return false;
}

// The operand of a square root or logarithm.
template <class E>
CM_INLINE E root_operand(E x) {
    return alternative_float_mode() && x < 0 ? -x : x;
}

// Infinities become the largest numbers.
template <class T, int W>
CM_INLINE vec<T, W> in_float_mode(vec<T, W> v) {
    if constexpr (std::is_same<T, float>::value || std::is_same<T, double>::value) {
        if (alternative_float_mode()) {
            const vec<T, W> most = splat<T, W>(std::numeric_limits<T>::max());
            v = v > most ? most : v;
            v = v < -most ? -most : v;
        }
    }
    return v;
}

}  // namespace cm
