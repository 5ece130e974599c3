// Bit built-ins on Gen, by its instructions.
#pragma once

#include "../map.h"

namespace cm {
// f of all elements as 32 bits: T extended by its sign if it has one.
template <class Ret, class X, class F>
CM_INLINE auto bit_lanes(const F& f, const X& x) {
    static_assert(is_integer<operand_t<X>>, "bit functions are for integers (CM spec 4.3)");
    using E = std::conditional_t<is_signed<operand_t<X>>, int, uint>;
    return map<ret_or<Ret, uint>, E, uint>(
        [&](auto w, auto v) CM_LAMBDA { return f(w, bits<vec<uint, decltype(w)::value>>(v)); }, 0, x);
}
}  // namespace cm

template <class Ret = void, class X>
CM_INLINE auto cm_cbit(const X& x) {
    constexpr uint own = sizeof(cm::operand_t<X>) == 4 ? ~0u : (1u << sizeof(cm::operand_t<X>) * 8 % 32) - 1;
    return cm::bit_lanes<Ret>([](auto, auto v) CM_LAMBDA { return cm::gen::cbit<decltype(v)>(v & own); }, x);
}
// The lowest set bit; ~0 if there is none.
template <class Ret = void, class X>
CM_INLINE auto cm_fbl(const X& x) {
    return cm::bit_lanes<Ret>(
        [](auto w, auto v) CM_LAMBDA {
            const auto place = cm::gen::cbit<decltype(v)>((v & (0u - v)) - 1u);
            return v == 0u ? cm::splat<uint, decltype(w)::value>(~0u) : place;
        },
        x);
}
// Leading zeroes, of negative numbers leading ones; ~0 for 0 and -1.
template <class Ret = void, class X>
CM_INLINE auto cm_fbh(const X& x) {
    constexpr bool negative = cm::is_signed<cm::operand_t<X>>;
    return cm::bit_lanes<Ret>(
        [](auto w, auto v) CM_LAMBDA {
            auto u = v;
            if constexpr (negative) u = (v >> 31u) != 0u ? ~v : v;
            return u == 0u ? cm::splat<uint, decltype(w)::value>(~0u) : cm::gen::lzd(u);
        },
        x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_lzd(const X& x, int = _GENX_NOSAT) {
    return cm::bit_lanes<Ret>([](auto, auto v) CM_LAMBDA { return cm::gen::lzd(v); }, x);
}
template <class Ret = void, class X>
CM_INLINE auto cm_bf_reverse(const X& x) {
    return cm::bit_lanes<Ret>([](auto, auto v) CM_LAMBDA { return cm::gen::bfrev(v); }, x);
}
