// SPDX-License-Identifier: MIT
// A kernel's entry on Gen: cmc instantiates cm::gen::entry<number, &kernel>.
#pragma once

#include "../core/matrix.h"
#include "../dataport/surface_index.h"

namespace cm::gen {

template <class... A>
struct arguments {};

template <int I, class First, class... Rest>
CM_INLINE auto argument_at(First first, Rest... rest) {
    if constexpr (I == 0)
        return first;
    else
        return argument_at<I - 1>(rest...);
}

// How a parameter of type P is passed: as kCount arguments of `type`. The first of them has number At.
template <class P>
struct parameter {
    static_assert(is_scalar<P>,
                  "a kernel's parameters are scalars, vectors, matrices, surfaces and samplers on Gen");
    using type = P;
    static constexpr int kKind = value_argument, kCount = 1;
    template <int At, class... A>
    CM_INLINE static P make(A... a) {
        return argument_at<At>(a...);
    }
};
template <class P>
struct object_parameter {
    using T = element_t<P>;
    using type = vec<T, count_of<P>>;
    static constexpr int kKind = value_argument, kCount = 1;
    template <int At, class... A>
    CM_INLINE static P make(A... a) {
        P p{uninitialised()};
        put<0, count_of<P>>(p, argument_at<At>(a...));
        return p;
    }
};
template <class T, int N>
struct parameter<vector<T, N>> : object_parameter<vector<T, N>> {};
template <class T, int R, int C>
struct parameter<matrix<T, R, C>> : object_parameter<matrix<T, R, C>> {};
template <class P, int Kind>
struct handle_parameter {
    using type = uint;
    static constexpr int kKind = Kind, kCount = 1;
    template <int At, class... A>
    CM_INLINE static P make(A... a) {
        return P(argument_at<At>(a...));
    }
};
template <>
struct parameter<SurfaceIndex> : handle_parameter<SurfaceIndex, surface_argument> {};
template <>
struct parameter<SamplerIndex> : handle_parameter<SamplerIndex, sampler_argument> {};

// Guess: each surface is its own argument, one after the other.
template <int N>
struct parameter<vector<SurfaceIndex, N>> {
    using type = uint;
    static constexpr int kKind = surface_argument, kCount = N;
    template <int At, class... A>
    CM_INLINE static vector<SurfaceIndex, N> make(A... a) {
        return make<At>(std::make_integer_sequence<int, N>(), a...);
    }
    template <int At, int... I, class... A>
    CM_INLINE static vector<SurfaceIndex, N> make(std::integer_sequence<int, I...>, A... a) {
        vector<SurfaceIndex, N> surfaces;
        ((surfaces(I) = SurfaceIndex(argument_at<At + I>(a...))), ...);
        return surfaces;
    }
};

template <class... A, class... B>
arguments<A..., B...> operator+(arguments<A...>, arguments<B...>);
template <class P, int... I>
arguments<std::enable_if_t<(I >= 0), typename parameter<P>::type>...> arguments_for(
    std::integer_sequence<int, I...>);
template <class... P>
auto arguments_of(void (*)(P...)) -> decltype((
    arguments<>() + ... +
    arguments_for<std::decay_t<P>>(std::make_integer_sequence<int, parameter<std::decay_t<P>>::kCount>())));
// The number of arguments of the first k parameters.
template <class... P>
constexpr int arguments_before(int k) {
    int count = 0, i = 0;
    ((count += i++ < k ? parameter<std::decay_t<P>>::kCount : 0), ...);
    return count;
}

template <class P, int I = 0>
CM_INLINE void say_kinds(int& number) {
    if constexpr (I < parameter<P>::kCount) {
        argument(number++, parameter<P>::kKind);
        say_kinds<P, I + 1>(number);
    }
}
template <class... P>
std::make_integer_sequence<int, sizeof...(P)> numbers_of(void (*)(P...));

template <int Number, auto Function, class Arguments = decltype(arguments_of(Function)),
          class Numbers = decltype(numbers_of(Function))>
struct entry;
template <int Number, class... P, void (*Function)(P...), class... A, int... K>
struct entry<Number, Function, arguments<A...>, std::integer_sequence<int, K...>> {
    static void run(A... a) {
        [[maybe_unused]] int number = 0;
        (say_kinds<std::decay_t<P>>(number), ...);
        Function(parameter<std::decay_t<P>>::template make<arguments_before<P...>(K)>(a...)...);
    }
};

}  // namespace cm::gen
