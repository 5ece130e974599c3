// SPDX-License-Identifier: MIT
// Conversion of elements in registers. CM spec 2.1.2 (SAT), 2.5.
//   integer to narrower integer: the low bits; to float: the nearest
//   float to integer: the fraction is dropped, values outside are clamped, NaN gives 0, as on the GPU
//   SAT: clamped to the type's range, or to 0..1 for float types, where NaN is 0
#pragma once

#include "types.h"

#ifdef CM_GEN
#include "../gen/intrinsics.h"
#endif

namespace cm {

template <class To, class V>
CM_INLINE To bits(V v) {
    static_assert(sizeof(To) == sizeof(V), "bits() keeps the size");
    return (To)v;
}

template <class T, int W>
CM_INLINE vec<T, W> splat(T s) {
    vec<T, W> v = raw_t<T>(s);
    return v;
}

// m ? a : b for each lane. Each lane of m is all ones or all zeroes.
template <class T, int W>
CM_INLINE vec<T, W> blend(vec<sint_of<T>, W> m, vec<T, W> a, vec<T, W> b) {
    if constexpr (is_half<T>) {
        using B = vec<short, W>;
        return bits<vec<T, W>>(m ? bits<B>(a) : bits<B>(b));
    } else {
        return m ? a : b;
    }
}

// 2 to the n, exact.
template <class F>
constexpr F power_of_two(int n) {
    return n == 0 ? F(1) : F(2) * power_of_two<F>(n - 1);
}

// Value bits of an integer type: 8 for uchar, 7 for char.
template <class T>
inline constexpr int value_bits = std::numeric_limits<T>::digits;
#ifndef CM_GEN
template <>
inline constexpr int value_bits<int128> = 127;
template <>
inline constexpr int value_bits<uint128> = 128;
#endif

// float or double to an integer type, clamped. The conversion itself only gets values that fit.
template <class To, class From, int W>
CM_INLINE vec<To, W> float_to_int(vec<From, W> x) {
#ifdef CM_GEN  // the instruction clamps
    if constexpr (is_signed<To>)
        return gen::fptosi_sat<vec<To, W>>(x);
    else
        return gen::fptoui_sat<vec<To, W>>(x);
#else
    using I = sint_of<From>;
    constexpr From beyond = power_of_two<From>(value_bits<To>);                  // smallest too large value
    constexpr bool exact = value_bits<To> <= std::numeric_limits<From>::digits;  // To's maximum is a From
    constexpr From low = is_signed<To> ? -beyond : From(0);
    constexpr From high =
        exact ? beyond - From(1)
              : beyond - power_of_two<From>(value_bits<To> - std::numeric_limits<From>::digits);
    // Comparisons with NaN are false: for an unsigned type NaN becomes `low`, which is 0.
    vec<From, W> c = x > low ? x : splat<From, W>(low);
    if constexpr (is_signed<To>) c = x == x ? c : splat<From, W>(0);
    c = c < high ? c : splat<From, W>(high);
    using Through = std::conditional_t<(sizeof(To) < 4), int, To>;
    auto r = __builtin_convertvector(__builtin_convertvector(c, vec<Through, W>), vec<To, W>);
    if constexpr (!exact) {
        vec<I, W> over = x >= beyond;
        auto m = __builtin_convertvector(over, vec<sint_of<To>, W>);
        r = blend<To, W>(m, splat<To, W>(std::numeric_limits<To>::max()), r);
    }
    return r;
#endif
}

template <class To, class From, int W>
CM_INLINE vec<To, W> convert(vec<From, W> x) {
    if constexpr (std::is_same<To, From>::value) {
        return x;
    } else if constexpr (is_half<From>) {
        return convert<To, float, W>(__builtin_convertvector(x, vec<float, W>));
    } else if constexpr (is_half<To>) {  // double in two steps, both rounding
        return __builtin_convertvector(convert<float, From, W>(x), vec<half, W>);
    } else if constexpr (is_float<From> && is_integer<To> && !std::is_same<To, bool>::value) {
        return float_to_int<To, From, W>(x);
    } else {
        return __builtin_convertvector(x, vec<To, W>);
    }
}

template <class To, class From, int W>
CM_INLINE vec<To, W> saturate(vec<From, W> x) {
    if constexpr (is_float<To>) {
        using F = compute_t<common_t<From, To>>;
        vec<F, W> f = convert<F, From, W>(x);
#ifdef CM_GEN
        return convert<To, F, W>(gen::sat(f));
#endif
        f = f > F(0) ? f : splat<F, W>(0);  // NaN becomes 0 too
        f = f < F(1) ? f : splat<F, W>(1);
        return convert<To, F, W>(f);
    } else if constexpr (is_float<From>) {
        return convert<To, From, W>(x);
    } else {
#ifdef CM_GEN
        if constexpr (sizeof(To) < sizeof(From)) {
            using V = vec<To, W>;
            if constexpr (is_signed<To> && is_signed<From>) return gen::sstrunc_sat<V>(x);
            if constexpr (is_signed<To> && !is_signed<From>) return gen::sutrunc_sat<V>(x);
            if constexpr (!is_signed<To> && is_signed<From>) return gen::ustrunc_sat<V>(x);
            if constexpr (!is_signed<To> && !is_signed<From>) return gen::uutrunc_sat<V>(x);
        }
#endif
        if constexpr (is_signed<From> && (!is_signed<To> || value_bits<To> < value_bits<From>)) {
            constexpr From low = is_signed<To> ? From(std::numeric_limits<To>::min()) : From(0);
            x = x > low ? x : splat<From, W>(low);
        }
        if constexpr (value_bits<To> < value_bits<From>) {
            constexpr From high = From(std::numeric_limits<To>::max());
            x = x < high ? x : splat<From, W>(high);
        }
        return convert<To, From, W>(x);
    }
}

template <class To, class From, int W>
CM_INLINE vec<To, W> convert(vec<From, W> x, int flags) {
    return flags & SAT ? saturate<To, From, W>(x) : convert<To, From, W>(x);
}

// The same for one element.
template <class To, class From>
CM_INLINE To convert_scalar(From x, int flags = 0) {
    if constexpr (std::is_enum<From>::value) {
        return convert_scalar<To, int>(static_cast<int>(x), flags);
    } else {
        const vec<To, 1> v = convert<To, From, 1>(splat<From, 1>(x), flags);
        To to;
        __builtin_memcpy(&to, &v, sizeof to);
        return to;
    }
}

}  // namespace cm
