// What the tests of the language share: numbered objects and their elements as plain arrays.
#pragma once

#include <cm/cm.h>
#include <cm/cmtl.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

// Bits that repeat at no period that regions have.
inline std::uint64_t noise(std::uint64_t i) {
    i = (i + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
    return i ^ (i >> 31);
}

// A value of a type from noise: any bits of integers, small fractions of floats, which half can hold.
template <class T> T sample(std::uint64_t i) {
    if constexpr (cm::is_float<T>)
        return T(static_cast<float>(static_cast<int>(noise(i) % 2048) - 1024) / 16.0f);
    else
        return static_cast<T>(noise(i));
}

// Element by element through (), which tests of element access check by itself.
template <class X> std::vector<cm::element_t<X>> elements(const X& x) {
    std::vector<cm::element_t<X>> all;
    if constexpr (cm::is_matrix<X>) {
        for (int i = 0; i < cm::rows_of<X>; ++i)
            for (int j = 0; j < cm::cols_of<X>; ++j) all.push_back(x(i, j));
    } else {
        for (int i = 0; i < cm::cols_of<X>; ++i) all.push_back(x(i));
    }
    return all;
}

template <class X> void fill(X& x, std::uint64_t seed = 0) {
    using T = cm::element_t<X>;
    for (int i = 0; i < cm::count_of<X>; ++i) x.cm_data()[i] = sample<T>(seed * 1000 + static_cast<unsigned>(i));
}

// Equal as bits would make -0 and 0 differ; NaN never occurs in these.
template <class X, class V> void expect_elements(const X& x, const V& expected, const char* what = "") {
    const auto got = elements(x);
    ASSERT_EQ(got.size(), expected.size()) << what;
    for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_EQ(static_cast<double>(got[i]), static_cast<double>(expected[i])) << what << " at " << i;
}
