// SPDX-License-Identifier: MIT
// A new vector of repeated or overlapping parts, taken in row-major order. CM spec 3.2.9.
#pragma once

#include "assign.h"

namespace cm {

template <class D, class T, int R, int C, class Base>
struct replicate_member : Base {
    template <int Rep>
    CM_INLINE vector<T, Rep * R * C> replicate() const {
        return replicate<Rep, 0, R * C, 1>(0);
    }
    template <int Rep, int W>
    CM_INLINE vector<T, Rep * W> replicate(int i = 0) const {
        return replicate<Rep, 0, W, 1>(i);
    }
    template <int Rep, int W>
    CM_INLINE vector<T, Rep * W> replicate(int i, int j) const {
        return replicate<Rep, 0, W, 1>(i * C + j);
    }
    template <int Rep, int VS, int W>
    CM_INLINE vector<T, Rep * W> replicate(int i = 0) const {
        return replicate<Rep, VS, W, 1>(i);
    }
    template <int Rep, int VS, int W>
    CM_INLINE vector<T, Rep * W> replicate(int i, int j) const {
        return replicate<Rep, VS, W, 1>(i * C + j);
    }
    template <int Rep, int VS, int W, int HS>
    CM_INLINE vector<T, Rep * W> replicate(int i, int j) const {
        return replicate<Rep, VS, W, HS>(i * C + j);
    }
    // Element k * W + l of the result is element i + k * VS + l * HS of this object.
    template <int Rep, int VS, int W, int HS>
    CM_INLINE vector<T, Rep * W> replicate(int i = 0) const {
        static_assert(Rep > 0 && W > 0 && VS >= 0 && HS >= 0,
                      "replicate needs sizes above 0 and strides that are not negative (CM spec 3.2.9)");
#ifdef CM_GEN
        vector<T, R * C> all{uninitialised()};
        put<0, R * C>(all, load<T, 0, R * C>(static_cast<const D&>(*this)));
        constexpr long bytes = sizeof(T);
        region r = all.cm_region();
        r.offset += i * bytes;
        vector<T, Rep * W> out{uninitialised()};
        put<0, Rep * W>(out, load_region<T, Rep * W>(r, VS * bytes, W, HS * bytes));
#else
        vector<T, Rep * W> out;
        constexpr int span = (Rep - 1) * VS + (W - 1) * HS + 1;
        if constexpr (span <= R * C && R * C * sizeof(T) <= 256)
            spread<span, VS, W, HS>(out, i);
        else
            fill<VS, W, HS>(out, i, std::make_integer_sequence<int, Rep * W>());
#endif
        return out;
    }

#ifndef CM_GEN
private:
    template <int K, int VS, int W, int HS, int... I>
    CM_INLINE static auto places(std::integer_sequence<int, I...>) {
        return std::integer_sequence<int, ((K + I) / W * VS + (K + I) % W * HS)...>();
    }
    // From few elements: one access reads all elements that are used, the rest is shuffles.
    template <int Span, int VS, int W, int HS, class O>
    CM_INLINE void spread(O& out, int i) const {
        alignas(64) T all[R * C];
        store_packed<T, R * C>(all, load<T, 0, R * C>(static_cast<const D&>(*this)));
        if (i < 0 || i > R * C - Span) return;  // out stays 0
        const vec<T, Span> used = load_packed<T, Span>(all + i);
        init_pieces(out, [&](auto k, auto w) CM_LAMBDA {
            return shuffled(used, places<decltype(k)::value, VS, W, HS>(
                                      std::make_integer_sequence<int, decltype(w)::value>()));
        });
    }
    template <class V, int... From>
    CM_INLINE static vec<T, sizeof...(From)> shuffled(V v, std::integer_sequence<int, From...>) {
        return __builtin_shufflevector(v, v, From...);
    }
    template <int VS, int W, int HS, class O, int... K>
    CM_INLINE void fill(O& out, int i, std::integer_sequence<int, K...>) const {
        constexpr int n = sizeof...(K);
        const region r = static_cast<const D&>(*this).cm_region();
        if constexpr (n <= 64) {
            vec<T, n> v = {element_at(r, i + K / W * VS + K % W * HS)[0]...};
            put<0, n>(out, v);
        } else {
            // A list: the compiler takes any length of it, but not of a fold.
            [[maybe_unused]] const int order[] = {
                (put<K, 1>(out, element_at(r, i + K / W * VS + K % W * HS)), 0)...};
        }
    }
    CM_INLINE static vec<T, 1> element_at(region r, int linear) {
        // Rounds towards minus infinity, for starts before the first row.
        const int row = linear >= 0 ? linear / C : -((C - 1 - linear) / C);
        r.offset += row * r.row + (linear - row * C) * r.col;
        return load_run<T, 1>(r, 0);
    }
#endif
};

}  // namespace cm
