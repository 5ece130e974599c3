// SPDX-License-Identifier: MIT
// Built-ins over groups of neighbouring elements. CM spec 4.3. They must not be used in SIMD control flow.
#pragma once

#include "../core/map.h"

#ifdef CM_GEN
#include "../gen/gen_dot.h"
#endif

namespace cm {

// Lane i of the result is lane f(i) of v.
template <class T, int W, class F, int... I>
CM_INLINE vec<T, W> shuffle(vec<T, W> v, F, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(v, v, F::lane(I)...);
}
struct swap_pairs {
    static constexpr int lane(int i) { return i ^ 1; }
};
struct swap_halves {
    static constexpr int lane(int i) { return i ^ 2; }
};
struct fourth {
    static constexpr int lane(int i) { return i | 3; }
};

template <int K>
struct element_of_four {
    static constexpr int lane(int i) { return (i & ~3) + K; }
};

// Sums of groups of four. All four elements get the sum.
template <class T, int W>
CM_INLINE vec<T, W> sum_of_four(vec<T, W> p) {
    const auto all = std::make_integer_sequence<int, W>();
#ifdef CM_GEN  // here these are regions; swaps are not
    return (shuffle<T, W>(p, element_of_four<0>(), all) + shuffle<T, W>(p, element_of_four<1>(), all)) +
           (shuffle<T, W>(p, element_of_four<2>(), all) + shuffle<T, W>(p, element_of_four<3>(), all));
#endif
    p += shuffle<T, W>(p, swap_pairs(), all);
    return p + shuffle<T, W>(p, swap_halves(), all);
}
template <class T, int W, int... I>
CM_INLINE vec<T, W> first_terms(vec<T, W> p, int terms, std::integer_sequence<int, I...>) {
    const vec<T, W> place = {T(I % 4)...};
    return place < T(terms) ? p : splat<T, W>(0);
}

template <class Ret, class A, class B, class F>
CM_INLINE auto dot(const F& f, int flags, const A& a, const B& b) {
    using E = compute_t<common_of<A, B>>;
    static_assert(is_float<E>, "dot products are for floats (CM spec 4.3)");
    static_assert(common_count<A, B>() % 4 == 0 && common_count<A, B>() > 0,
                  "dot products take groups of four elements (CM spec 4.3)");
    return map<ret_or<Ret, common_of<A, B>>, E, E>(f, flags, a, b);
}
template <class Ret, int Terms, class A, class B>
CM_INLINE auto dot_of(int flags, const A& a, const B& b) {
    using E = compute_t<common_of<A, B>>;
    return dot<Ret>(
        [](auto w, auto x, auto y) CM_LAMBDA {
            constexpr int W = decltype(w)::value;
#ifdef CM_GEN
            if constexpr (gen::kHasDotProducts && std::is_same<E, float>::value)
                return gen::dot_product<Terms>(x, y);
#endif
            auto p = x * y;
            if constexpr (Terms < 4) p = first_terms<E, W>(p, Terms, std::make_integer_sequence<int, W>());
            return sum_of_four<E, W>(p);
        },
        flags, a, b);
}

}  // namespace cm

template <class Ret = void, class A, class B>
CM_INLINE auto cm_dp4(const A& a, const B& b, int flags = _GENX_NOSAT) {
    return cm::dot_of<Ret, 4>(flags, a, b);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_dp3(const A& a, const B& b, int flags = _GENX_NOSAT) {
    return cm::dot_of<Ret, 3>(flags, a, b);
}
template <class Ret = void, class A, class B>
CM_INLINE auto cm_dp2(const A& a, const B& b, int flags = _GENX_NOSAT) {
    return cm::dot_of<Ret, 2>(flags, a, b);
}
// Each fourth element of a counts as 1, as in Intel's emulator. The specification has no formula.
template <class Ret = void, class A, class B>
CM_INLINE auto cm_dph(const A& a, const B& b, int flags = _GENX_NOSAT) {
    using E = cm::compute_t<cm::common_of<A, B>>;
    return cm::dot<Ret>(
        [](auto w, auto x, auto y) CM_LAMBDA {
            constexpr int W = decltype(w)::value;
            const auto all = std::make_integer_sequence<int, W>();
#ifdef CM_GEN
            if constexpr (cm::gen::kHasDotProducts && std::is_same<E, float>::value)
                return cm::gen::dph(x, y);
#endif
            auto p = cm::first_terms<E, W>(x * y, 3, all);
            return cm::sum_of_four<E, W>(p) + cm::shuffle<E, W>(y, cm::fourth(), all);
        },
        flags, a, b);
}

// p(0) * y + p(3).
template <class Ret = void, class P, class Y>
CM_INLINE auto cm_line(const P& p, const Y& y, int flags = _GENX_NOSAT) {
    using E = cm::compute_t<cm::common_of<P, Y>>;
    static_assert(cm::count_of<P> == 4, "cm_line takes four coefficients (CM spec 4.3)");
    const E p0 = cm::load<E, 0, 1>(p)[0], p3 = cm::load<E, 3, 1>(p)[0];
    return cm::map<cm::ret_or<Ret, cm::common_of<P, Y>>, E, E>(
        [&](auto, auto x) CM_LAMBDA { return p0 * x + p3; }, flags, y);
}
// p(0) * u + p(1) * v + p(3).
template <class Ret = void, class P, class U, class V>
CM_INLINE auto cm_pln(const P& p, const U& u, const V& v, int flags = _GENX_NOSAT) {
    using E = cm::compute_t<cm::common_of<P, U>>;
    static_assert(cm::count_of<P> == 4, "cm_pln takes four coefficients (CM spec 4.3)");
    const E p0 = cm::load<E, 0, 1>(p)[0], p1 = cm::load<E, 1, 1>(p)[0], p3 = cm::load<E, 3, 1>(p)[0];
    return cm::map<cm::ret_or<Ret, cm::common_of<P, U>>, E, E>(
        [&](auto, auto x, auto y) CM_LAMBDA { return p0 * x + p1 * y + p3; }, flags, u, v);
}
// The same two coefficients as scalars.
template <class Ret = void, class Y, std::enable_if_t<cm::is_object<Y>, int> = 0>
CM_INLINE auto cm_line(float p, float q, const Y& y, int flags = _GENX_NOSAT) {
    vector<float, 4> coefficients = p;
    coefficients(3) = q;
    return cm_line<Ret>(coefficients, y, flags);
}
// a * b + (1 - a) * c.
template <class Ret = void, class A, class B, class C>
CM_INLINE auto cm_lrp(const A& a, const B& b, const C& c, int flags = _GENX_NOSAT) {
    using E = cm::compute_t<cm::common_of<A, B>>;
    return cm::map<cm::ret_or<Ret, cm::common_of<A, B>>, E, E>(
        [](auto, auto x, auto y, auto z) CM_LAMBDA {
#ifdef CM_GEN
            if constexpr (cm::gen::kHasDotProducts && std::is_same<E, float>::value)
                return cm::gen::lrp(x, y, z);
#endif
            return x * y + (E(1) - x) * z;
        },
        flags, a, b, c);
}

CM_SPELT_IN_VAIN(cm_line, (class Ret, class T, class T2), <Ret>)
CM_SPELT_IN_VAIN(cm_line, (class Ret, class T), <Ret>)
CM_SPELT_IN_VAIN(cm_line, (class Ret), <Ret>)
CM_COUNTED(cm_lrp)
template <int... N, class P, class U, class V, std::enable_if_t<(sizeof...(N) > 0), int> = 0>
CM_INLINE auto cm_pln(const P& p, const U& u, const V& v, int flags = _GENX_NOSAT) {
    cm::check_spelt<U, N...>();
    return cm_pln<void>(p, u, v, flags);
}

namespace cm {
// The first of two lanes gets the pair's sum of differences plus c's element; the second gets 0.
template <class T, int W, int... I>
CM_INLINE vec<T, W> pair_sums(vec<T, W> x, vec<T, W> y, vec<T, W> c, std::integer_sequence<int, I...> all) {
    const vec<T, W> d = x > y ? x - y : y - x, sum = d + shuffle<T, W>(d, swap_pairs(), all) + c;
    return __builtin_shufflevector(sum, vec<T, W>(0), (I % 2 == 0 ? I : W)...);
}
template <class T, int W>
CM_INLINE vec<T, W> pair_sums(vec<T, W> x, vec<T, W> y, vec<T, W> c) {
    return pair_sums<T, W>(x, y, c, std::make_integer_sequence<int, W>());
}
}  // namespace cm

// The first element of each pair is |a0 - b0| + |a1 - b1|. The second is 0, as in Intel's emulator: kernels
// rely on it. The language leaves it undefined.
template <class Ret = void, class A, class B>
CM_INLINE auto cm_sad2(const A& a, const B& b, int flags = _GENX_NOSAT) {
    static_assert(cm::count_of<A> % 2 == 0, "cm_sad2 takes pairs (CM spec 4.3)");
#ifdef CM_GEN
    if constexpr (cm::gen::bytes_alike<A, B>()) return cm::gen::sad2_of<cm::ret_or<Ret, ushort>>(flags, a, b);
#endif
    return cm::map<cm::ret_or<Ret, ushort>, int, int>(
        [](auto w, auto x, auto y) CM_LAMBDA { return cm::pair_sums<int, decltype(w)::value>(x, y, 0); },
        flags, a, b);
}
// The same plus c's element at the pair's first place.
template <class Ret = void, class A, class B, class C>
CM_INLINE auto cm_sada2(const A& a, const B& b, const C& c, int flags = _GENX_NOSAT) {
    static_assert(cm::count_of<A> % 2 == 0, "cm_sada2 takes pairs (CM spec 4.3)");
#ifdef CM_GEN
    if constexpr (cm::gen::kHasSad2 && cm::gen::sada2_types<cm::ret_or<Ret, ushort>, A, B, C>())
        return cm::gen::sada2_of<cm::ret_or<Ret, ushort>>(flags, a, b, c);
    else if constexpr (cm::gen::bytes_alike<A, B>())
        return cm_add<cm::ret_or<Ret, ushort>>(cm::gen::sad2_of<ushort>(0, a, b), c, flags);
#endif
    return cm::map<cm::ret_or<Ret, ushort>, int, int>(
        [](auto w, auto x, auto y, auto z)
            CM_LAMBDA { return cm::pair_sums<int, decltype(w)::value>(x, y, z); },
        flags, a, b, c);
}

CM_SPELT_OUT(cm_dp2)
CM_SPELT_OUT(cm_dp3)
CM_SPELT_OUT(cm_dp4)
CM_SPELT_OUT(cm_dph)
CM_SPELT_OUT(cm_sad2)
CM_SPELT_OUT(cm_sada2)

namespace cm {
// Byte `Place` of each dword, sign-extended if T is signed.
template <class T, int Place, class V>
CM_INLINE V byte_of(V dwords) {
    if constexpr (is_signed<T>)
        return (dwords << (56ll - 8 * Place)) >> 56ll;
    else
        return (dwords >> 8ll * Place) & 255ll;
}
}  // namespace cm

// acc + the products of the four bytes of a's and b's dwords. Bytes are signed if their dwords are, as in
// Intel's PRM for the instruction of that name. The sum is exact before it becomes Ret, by default acc's
// type. The language's specification has only the name (CMC user guide, CM_HAS_DP4A).
template <class Ret = void, class C, class A, class B>
CM_INLINE auto cm_dp4a(const C& acc, const A& a, const B& b, int flags = _GENX_NOSAT) {
    using TA = cm::operand_t<A>;
    using TB = cm::operand_t<B>;
    using TC = cm::operand_t<C>;
    static_assert(
        cm::is_integer<TA> && sizeof(TA) == 4 && cm::is_integer<TB> && sizeof(TB) == 4 && cm::is_integer<TC>,
        "cm_dp4a multiplies the bytes of dwords");
#ifdef CM_GEN
    if constexpr (cm::gen::dp4a_types<cm::ret_or<Ret, TC>, C, A, B>())
        if (!(flags & SAT)) return cm::gen::dp4a_of<cm::ret_or<Ret, TC>>(acc, a, b);
#endif
    return cm::map<cm::ret_or<Ret, TC>, long long, long long>(
        [](auto, auto sum, auto x, auto y) CM_LAMBDA {
            sum += cm::byte_of<TA, 0>(x) * cm::byte_of<TB, 0>(y);
            sum += cm::byte_of<TA, 1>(x) * cm::byte_of<TB, 1>(y);
            sum += cm::byte_of<TA, 2>(x) * cm::byte_of<TB, 2>(y);
            sum += cm::byte_of<TA, 3>(x) * cm::byte_of<TB, 3>(y);
            return sum;
        },
        flags, acc, a, b);
}
