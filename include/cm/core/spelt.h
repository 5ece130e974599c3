// SPDX-License-Identifier: MIT
// Built-in functions with their types and sizes spelt out. Intel's headers let a kernel give, after the
// result's type, all that can be deduced; what they let it give is in the comments below. Operands are
// converted to it.
#pragma once

namespace cm {

// An operand as a kernel spells its type: the object's, or its elements'.
template <class U, class Y>
CM_INLINE auto spelt(const Y& y) {
    if constexpr (is_object<U>)
        return vector<element_t<U>, count_of<U>>(y);
    else if constexpr (is_object<Y>)
        return vector<std::remove_cv_t<U>, count_of<Y>>(y);
    else
        return static_cast<std::remove_cv_t<U>>(y);
}
template <class X, int... N>
CM_INLINE constexpr void check_spelt() {
    static_assert(!is_object<X> || elements_of<X>() == (N * ...),
                  "a built-in with its sizes spelt out takes an operand of as many elements");
}
template <class T, int... N, class X>
CM_INLINE vector<std::remove_cv_t<T>, (N * ...)> spelt_elements(const X& x) {
    check_spelt<X, N...>();
    return vector<std::remove_cv_t<T>, (N * ...)>(x);
}

// f of the operands, of which the first ones are converted to Us.
template <class... Us>
struct with_spelt {
    template <class F, class... Y>
    CM_INLINE static auto call(const F& f, const Y&... y) {
        return f(y...);
    }
};
template <class U, class... Us>
struct with_spelt<U, Us...> {
    template <class F, class Y, class... Rest>
    CM_INLINE static auto call(const F& f, const Y& y, const Rest&... rest) {
        const auto converted = spelt<U>(y);
        return with_spelt<Us...>::call([&](const auto&... more) CM_LAMBDA { return f(converted, more...); },
                                       rest...);
    }
};

}  // namespace cm

// name<Ret, T>, <Ret, T, N>, <Ret, T, Rows, Columns>: the first operand's elements. After them may stand
// the other operands' types. The second operand's elements may also stand before the sizes: <Ret, T, T2, N>.
#define CM_SPELT_OUT(name)                                                                             \
    template <class Ret, class T, class... Us, class X, class... Rest,                                 \
              std::enable_if_t<::cm::is_object<X>&& ::cm::is_scalar<T>, int> = 0>                      \
    CM_INLINE auto name(const X& x, const Rest&... rest) {                                             \
        return CM_WITH_SPELT(name, Us, (::cm::spelt<T>(x)));                                           \
    }                                                                                                  \
    template <class Ret, class T, int N, class... Us, class X, class... Rest, ::cm::if_operand<X> = 0> \
    CM_INLINE auto name(const X& x, const Rest&... rest) {                                             \
        return CM_WITH_SPELT(name, Us, (::cm::spelt_elements<T, N>(x)));                               \
    }                                                                                                  \
    template <class Ret, class T, int R, int C, class... Us, class X, class... Rest,                   \
              ::cm::if_operand<X> = 0>                                                                 \
    CM_INLINE auto name(const X& x, const Rest&... rest) {                                             \
        return CM_WITH_SPELT(name, Us, (::cm::spelt_elements<T, R, C>(x)));                            \
    }                                                                                                  \
    template <class Ret, class T, class T2, int N, int... More, class X, class Y, class... Rest,       \
              ::cm::if_operand<X> = 0>                                                                 \
    CM_INLINE auto name(const X& x, const Y& y, const Rest&... rest) {                                 \
        return name<Ret>(::cm::spelt_elements<T, N, More...>(x), ::cm::spelt<T2>(y), rest...);         \
    }
#define CM_WITH_SPELT(name, Us, first) \
    ::cm::with_spelt<Us...>::call(     \
        [&](const auto&... cm_others) CM_LAMBDA { return name<Ret>(CM_ONLY first, cm_others...); }, rest...)
#define CM_ONLY(...) __VA_ARGS__

// name<N>, <Rows, Columns>, <Ret, N>, <Ret, Rows, Columns>, and then the other operands' types.
#define CM_COUNTED(name)                                                    \
    template <class Ret, int N, class... Us, class X, class... Rest>        \
    CM_INLINE auto name(const X& x, const Rest&... rest) {                  \
        ::cm::check_spelt<X, N>();                                          \
        return CM_WITH_SPELT(name, Us, (x));                                \
    }                                                                       \
    template <class Ret, int R, int C, class... Us, class X, class... Rest> \
    CM_INLINE auto name(const X& x, const Rest&... rest) {                  \
        ::cm::check_spelt<X, R, C>();                                       \
        return CM_WITH_SPELT(name, Us, (x));                                \
    }                                                                       \
    template <int N, class... Us, class X, class... Rest>                   \
    CM_INLINE auto name(const X& x, const Rest&... rest) {                  \
        return name<void, N, Us...>(x, rest...);                            \
    }                                                                       \
    template <int R, int C, class... Us, class X, class... Rest>            \
    CM_INLINE auto name(const X& x, const Rest&... rest) {                  \
        return name<void, R, C, Us...>(x, rest...);                         \
    }

// Where the first operand is not the one that is spelt: <Types..., N> or <Types..., Rows, Columns>, and types
// after them, say no more than the operands do. `Ret` is what the function is called with.
#define CM_SPELT_IN_VAIN(name, types, ret)                                      \
    template <CM_ONLY types, int N, class... Us, class X, class... Rest>        \
    CM_INLINE auto name(X&& x, const Rest&... rest) {                           \
        return name ret(static_cast<X&&>(x), rest...);                          \
    }                                                                           \
    template <CM_ONLY types, int R, int C, class... Us, class X, class... Rest> \
    CM_INLINE auto name(X&& x, const Rest&... rest) {                           \
        return name ret(static_cast<X&&>(x), rest...);                          \
    }
