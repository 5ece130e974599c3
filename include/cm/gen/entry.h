// A kernel's entry on Gen: cmc instantiates cm::gen::entry<number, &kernel>.
#pragma once

#include "../matrix.h"
#include "../surface_index.h"

namespace cm::gen {

// How a parameter of type P comes in.
template <class P>
struct parameter {
    static_assert(is_scalar<P>,
                  "a kernel's parameters are scalars, vectors, matrices, surfaces and samplers on Gen");
    using type = P;
    static constexpr int kind = value_argument;
    CM_INLINE static P make(type v) { return v; }
};
template <class P>
struct object_parameter {
    using T = element_t<P>;
    using type = vec<T, count_of<P>>;
    static constexpr int kind = value_argument;
    CM_INLINE static P make(type v) {
        P p{uninitialised()};
        put<0, count_of<P>>(p, v);
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
    static constexpr int kind = Kind;
    CM_INLINE static P make(type v) { return P(v); }
};
template <>
struct parameter<SurfaceIndex> : handle_parameter<SurfaceIndex, surface_argument> {};
template <>
struct parameter<SamplerIndex> : handle_parameter<SamplerIndex, sampler_argument> {};

template <int Number, auto Function>
struct entry;
template <int Number, class... P, void (*Function)(P...)>
struct entry<Number, Function> {
    static void run(typename parameter<std::decay_t<P>>::type... a) {
        [[maybe_unused]] int number = 0;
        (argument(number++, parameter<std::decay_t<P>>::kind), ...);
        Function(parameter<std::decay_t<P>>::make(a)...);
    }
};

}  // namespace cm::gen
