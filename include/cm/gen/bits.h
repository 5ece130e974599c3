// Bit built-ins on Gen, by its instructions.
#pragma once

#include "../map.h"

template <class Ret = void, class X>
CM_INLINE auto cm_cbit(const X& x) {
    constexpr uint own = sizeof(cm::operand_t<X>) == 4 ? ~0u : (1u << sizeof(cm::operand_t<X>) * 8 % 32) - 1;
    return cm::bit_map<Ret>([](auto v) CM_LAMBDA { return cm::gen::cbit<decltype(v)>(v & own); }, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_fbl(const X& x) {
    return cm::bit_map<Ret>(
        [](auto v) CM_LAMBDA {
            const auto place = cm::gen::cbit<decltype(v)>((v & (0u - v)) - 1u);
            return v == 0u ? decltype(v)(~0u) : place;
        },
        x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_fbh(const X& x) {
    constexpr bool negative = cm::is_signed<cm::operand_t<X>>;
    return cm::bit_map<Ret>(
        [](auto v) CM_LAMBDA {
            auto u = v;
            if constexpr (negative) u = (v >> 31u) != 0u ? ~v : v;
            return u == 0u ? decltype(v)(~0u) : cm::gen::lzd(u);
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
