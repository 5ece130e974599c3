// SPDX-License-Identifier: MIT
// Bit built-ins on Gen, by its instructions.
#pragma once

#include "../core/map.h"

template <class Ret = void, class X>
CM_INLINE auto cm_cbit(const X& x) {
    constexpr uint own = sizeof(cm::operand_t<X>) == 4 ? ~0u : (1u << sizeof(cm::operand_t<X>) * 8 % 32) - 1;
    return cm::bit_map<Ret>([](auto v) CM_LAMBDA { return cm::gen::cbit<decltype(v)>(v & own); }, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_fbl(const X& x) {
    return cm::bit_map<Ret>([](auto v) CM_LAMBDA { return cm::gen::fbl(v); }, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_fbh(const X& x) {
    return cm::bit_map<Ret>(
        [](auto v) CM_LAMBDA {
            if constexpr (cm::is_signed<cm::operand_t<X>>)
                return cm::gen::sfbh(v);
            else
                return cm::gen::ufbh(v);
        },
        x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_lzd(const X& x, int = _GENX_NOSAT) {
    return cm::bit_map<Ret>([](auto v) CM_LAMBDA { return cm::gen::lzd(v); }, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_bf_reverse(const X& x) {
    return cm::bit_map<Ret>([](auto v) CM_LAMBDA { return cm::gen::bfrev(v); }, x);
}
