// SPDX-License-Identifier: MIT
// What the language's tests share: objects with numbered elements, and their elements as plain arrays.
#pragma once

#include <cm/cm.h>
#include <cm/cmtl.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

// Bits without a period that any region could have.
inline uint64_t noise(uint64_t i) {
    i = (i + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
    return i ^ (i >> 31);
}

// A value made from noise: for integers any bits; for floats small fractions that half can represent.
template <class T>
T sample(uint64_t i) {
    if constexpr (cm::is_float<T>)
        return T(static_cast<float>(static_cast<int>(noise(i) % 2048) - 1024) / 16.0f);
    else
        return static_cast<T>(noise(i));
}

// An object's elements in row-major order, one at a time.
template <class X>
__attribute__((noinline)) std::vector<cm::element_t<X>> elements(const X& x) {
    std::vector<cm::element_t<X>> all;
    for (int i = 0; i < cm::count_of<X>; i++) {
        const cm::region r = x.cm_region();
        cm::element_t<X> e;
        std::memcpy(&e, r.base + r.offset + i / cm::cols_of<X> * r.row + i % cm::cols_of<X> * r.col,
                    sizeof e);
        all.push_back(e);
    }
    return all;
}

template <class X>
__attribute__((noinline)) void fill(X& x, uint64_t seed = 0) {
    using T = cm::element_t<X>;
    for (int i = 0; i < cm::count_of<X>; i++)
        x.cm_data()[i] = sample<T>(seed * 1000 + static_cast<unsigned>(i));
}

template <class V>
__attribute__((noinline)) std::vector<double> as_doubles(const V& v) {
    return std::vector<double>(v.begin(), v.end());
}
inline void expect_same(const std::vector<double>& got, const std::vector<double>& expected,
                        const char* what) {
    ASSERT_EQ(got.size(), expected.size()) << what;
    for (size_t i = 0; i < got.size(); i++) EXPECT_EQ(got[i], expected[i]) << what << " at " << i;
}
template <class X, class V>
void expect_elements(const X& x, const V& expected, const char* what = "") {
    expect_same(as_doubles(elements(x)), as_doubles(expected), what);
}
