// SPDX-License-Identifier: MIT
// Scalar types of C for Metal, the SAT flag, and the base of these headers: `cm::vec<T, N>`, the compiler's
// vectors, which hold pieces of objects in registers. CM spec 2.1.
#pragma once

#if !defined(__clang__) || __clang_major__ < 14
#error "C for Metal kernels are compiled by clang++ 14 or later (use cmc); this is another compiler"
#endif
#ifdef __CHAR_UNSIGNED__
#error "C for Metal's char is signed: compile kernels with -fsigned-char (cmc does)"
#endif

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#ifdef CM_DEBUG  // functions stay out of line, so that a debugger can step through them
#define CM_INLINE inline
#define CM_LAMBDA
#else
#define CM_INLINE inline __attribute__((always_inline))
#define CM_LAMBDA __attribute__((always_inline))
#endif
#define CM_OUTLINE __attribute__((noinline)) inline

// Microsoft's names, which kernels may use, too; `unsigned __int8` as well.
#ifndef __int8
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#endif
#ifndef __uint8
#define __uint8 unsigned char
#define __uint16 unsigned short
#define __uint32 unsigned int
#define __uint64 unsigned long long
#endif

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned char U8;
typedef unsigned short U16;
typedef unsigned int U32;

// An integer as wide as the host program's pointers.
#if defined(CM_PTRSIZE) && CM_PTRSIZE == 32
typedef std::uint32_t svmptr_t;
#else
typedef std::uint64_t svmptr_t;
#endif

// IEEE binary16. Computed in float, which is so exact that + - * / and square root round only once, and
// rounded after each operation.
struct half {
    half() = default;
    template <class A, std::enable_if_t<std::is_arithmetic<A>::value, int> = 0>
    CM_INLINE half(A a) : value(static_cast<__fp16>(static_cast<float>(a))) {}
    CM_INLINE operator float() const { return static_cast<float>(value); }
    template <class A>
    CM_INLINE half& operator+=(A a) {
        return *this = *this + a;
    }
    template <class A>
    CM_INLINE half& operator-=(A a) {
        return *this = *this - a;
    }
    template <class A>
    CM_INLINE half& operator*=(A a) {
        return *this = *this * a;
    }
    template <class A>
    CM_INLINE half& operator/=(A a) {
        return *this = *this / a;
    }

private:
    __fp16 value;
};

// The flags of constructors and built-ins. The spec says nothing about other bits. CM spec 4.3.
enum { _GENX_NOSAT = 0, _GENX_SAT = 1, SAT = 1 };

// Only inlined functions of one file pass vectors to each other.
#pragma clang diagnostic ignored "-Wpsabi"

namespace cm {

template <class T>
struct raw {
    using type = T;
};
template <>
struct raw<half> {
    using type = __fp16;
};
template <>
struct raw<bool> {
    using type = uchar;
};
template <class T>
using raw_t = typename raw<T>::type;

template <class T, int N>
struct vec_types {
    typedef raw_t<T> value __attribute__((ext_vector_type(N)));
    typedef raw_t<T> memory __attribute__((ext_vector_type(N), aligned(1), may_alias));
};
// N elements in registers.
template <class T, int N>
using vec = typename vec_types<T, N>::value;

template <class T>
inline constexpr bool is_half = std::is_same<T, half>::value;
template <class T>
inline constexpr bool is_float = std::is_floating_point<T>::value || is_half<T>;
template <class T>
inline constexpr bool is_integer = std::is_integral<T>::value;
template <class T>
inline constexpr bool is_signed = std::is_signed<T>::value;
#ifdef CM_GEN  // has no wider numbers: map.h says what is refused
typedef long long int128;
typedef unsigned long long uint128;
#else
// In these, results of 64-bit operands are exact. To the library they are no integers.
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
template <>
inline constexpr bool is_integer<int128> = true;
template <>
inline constexpr bool is_integer<uint128> = true;
template <>
inline constexpr bool is_signed<int128> = true;
template <>
inline constexpr bool is_signed<uint128> = false;
#endif
// What may stand for a scalar of the language.
template <class T>
inline constexpr bool is_scalar = std::is_arithmetic<T>::value || is_half<T> ||
                                  (std::is_enum<T>::value && std::is_convertible<T, int>::value);

// The integer of a given size, for masks and bits.
template <int Bytes>
struct sized;
template <>
struct sized<1> {
    using s = char;
    using u = uchar;
};
template <>
struct sized<2> {
    using s = short;
    using u = ushort;
};
template <>
struct sized<4> {
    using s = int;
    using u = uint;
};
template <>
struct sized<8> {
    using s = long;
    using u = unsigned long;
};  // vectors' comparisons give these types
#ifndef CM_GEN
template <>
struct sized<16> {
    using s = int128;
    using u = uint128;
};
#endif
template <class T>
using sint_of = typename sized<sizeof(T)>::s;
template <class T>
using uint_of = typename sized<sizeof(T)>::u;

// The type of `a op b`: C++'s usual arithmetic conversions; half with an integer is half. CM spec 2.5.
template <class A, class B, bool Half = is_half<A> || is_half<B>>
struct common {
    using type = decltype(A() + B());
};
template <class A, class B>
struct common<A, B, true> {
    using type = std::conditional_t<
        std::is_same<A, float>::value || std::is_same<B, float>::value, float,
        std::conditional_t<std::is_same<A, double>::value || std::is_same<B, double>::value, double, half>>;
};
template <class A, class B>
using common_t = typename common<A, B>::type;
template <class A>
using promoted_t = common_t<A, A>;
// The type in which T is computed.
template <class T>
using compute_t = std::conditional_t<is_half<T>, float, T>;

// Scalars, of which one or both are half.
template <class A, class B>
using with_half = std::enable_if_t<(is_half<A> && (is_half<B> || std::is_arithmetic<B>::value)) ||
                                       (std::is_arithmetic<A>::value && is_half<B>),
                                   int>;
// An operand of an operation in E: an integer beside a half is rounded to half first.
template <class E, class A>
CM_INLINE compute_t<E> operand_in(A a) {
    return static_cast<compute_t<E>>(static_cast<E>(a));
}

}  // namespace cm

#define CM_OF_HALVES(op, Result)                                                       \
    template <class A, class B, cm::with_half<A, B> = 0, class E = cm::common_t<A, B>> \
    CM_INLINE Result operator op(A a, B b) {                                           \
        return static_cast<Result>(cm::operand_in<E>(a) op cm::operand_in<E>(b));      \
    }
CM_OF_HALVES(+, E)
CM_OF_HALVES(-, E)
CM_OF_HALVES(*, E)
CM_OF_HALVES(/, E)
CM_OF_HALVES(<, bool)
CM_OF_HALVES(<=, bool)
CM_OF_HALVES(>, bool)
CM_OF_HALVES(>=, bool)
CM_OF_HALVES(==, bool)
CM_OF_HALVES(!=, bool)
#undef CM_OF_HALVES
CM_INLINE half operator-(half a) { return half(-static_cast<float>(a)); }
CM_INLINE half operator+(half a) { return a; }
CM_INLINE half& operator++(half& a) { return a += 1; }
CM_INLINE half& operator--(half& a) { return a -= 1; }
CM_INLINE half operator++(half& a, int) {
    const half before = a;
    ++a;
    return before;
}
CM_INLINE half operator--(half& a, int) {
    const half before = a;
    --a;
    return before;
}
