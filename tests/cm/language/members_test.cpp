// SPDX-License-Identifier: MIT
// merge, format, iselect, replicate, any and all, compared with loops over elements.
#include "cm_objects.h"

namespace {

template <class T>
class Members : public ::testing::Test {};
using Types = ::testing::Types<uchar, short, uint, long long, half, float, double>;
TYPED_TEST_SUITE(Members, Types);

template <class T, class M>
__attribute__((noinline)) void check_merge() {
    matrix<T, 4, 8> d, x, y;
    matrix<M, 2, 16> mask;
    fill(x, 1);
    fill(y, 2);
    fill(mask, 3);
    mask(0, 0) = 2;  // only bit 0 counts
    fill(d, 4);
    const auto before = elements(d);
    const auto m = elements(mask);
    std::vector<T> one(32), two(32);
    for (int i = 0; i < 32; i++) {
        one[i] = m[i] & 1 ? x(i / 8, i % 8) : before[i];
        two[i] = m[i] & 1 ? x(i / 8, i % 8) : y(i / 8, i % 8);
    }
    d.merge(x, mask);
    expect_elements(d, one, "one source");
    d.merge(x, y, mask);
    expect_elements(d, two, "two sources");
}

TYPED_TEST(Members, Merge) {
    using T = TypeParam;
    check_merge<T, ushort>();
    check_merge<T, int>();
    check_merge<T, uchar>();
    vector<T, 4> v = T(7);
    v.merge(T(9), 0xA);  // elements 1 and 3
    expect_elements(v, std::vector<T>{7, 9, 7, 9});
    v.merge(1, 0, v > 8);
    expect_elements(v, std::vector<T>{0, 1, 0, 1});
    v.merge(v + 1, 5, 0x3);  // the object itself as a source
    expect_elements(v, std::vector<T>{1, 2, 5, 5});
}

TEST(Merge, OverlapAndRegions) {
    vector<int, 96> v;
    cm::assign_ramp(v, 0, 1);
    vector<ushort, 80> all = 1;
    v.select<80, 1>(16).merge(v.select<80, 1>(0), all);
    for (int i = 0; i < 80; i++) ASSERT_EQ(v(16 + i), i);
    matrix<ushort, 4, 32> counters = 0;
    vector<uint, 32> val;
    cm::assign_ramp(val, 0, 1);
    for (int k = 0; k < 3; k++) counters.row(1).merge(counters.row(1) + 1, (val & 3) == 2);
    for (int i = 0; i < 32; i++) {
        EXPECT_EQ(counters(1, i), i % 4 == 2 ? 3 : 0);
        EXPECT_EQ(counters(0, i) + counters(2, i), 0);
    }
    vector<uchar, 8> b = 250;
    b.merge(vector<float, 8>(999.0f), 0x80);  // converted to b's type
    EXPECT_EQ(b(7), 255);
    EXPECT_EQ(b(6), 250);
}

TYPED_TEST(Members, FormatRoundTrips) {
    using T = TypeParam;
    matrix<T, 4, 8> m;
    fill(m, 5);
    unsigned char bytes[32 * sizeof(T)];
    std::memcpy(bytes, m.cm_data(), sizeof bytes);
    vector<uchar, 32 * sizeof(T)> b = m.template format<uchar>();
    for (size_t i = 0; i < sizeof bytes; i++) ASSERT_EQ(b(i), bytes[i]);
    matrix<T, 4, 8> again;
    again.template format<ushort>() = b.template format<ushort>();
    EXPECT_EQ(std::memcmp(again.cm_data(), bytes, sizeof bytes), 0);
    // Little-endian. Writes reach the object.
    auto words = m.row(1).template format<uint>();
    words(0) = 0x04030201;
    EXPECT_EQ((m.template format<uchar, 4, 8 * sizeof(T)>()(1, 2)), 3);
}

TEST(Format, Regions) {
    vector<uint, 64> v;
    cm::assign_ramp(v, 0, 1);
    matrix_ref<uint, 4, 8> m = v.select<32, 1>(32).format<uint, 4, 8>();
    EXPECT_EQ(m(2, 3), 32u + 19);
    matrix_ref<long long, 4, 4> q = v.select<32, 1>(0).format<long long, 4, 4>();
    q.select<4, 1, 2, 2>(0, 0) = q.select<4, 1, 2, 2>(0, 1);
    for (int i = 0; i < 32; i++) EXPECT_EQ(v(i), uint(i % 4 < 2 ? i + 2 : i));
    vector_ref<ushort, 2> smaller = v.select<1, 1>(40).format<ushort>();
    smaller = 0x1234;
    EXPECT_EQ(v(40), 0x12341234u);
    EXPECT_EQ(v(41), 41u);
    EXPECT_EQ((v.format<uchar, 2, 3>().n_elems()), 6);  // smaller than the source
}

TYPED_TEST(Members, Iselect) {
    using T = TypeParam;
    vector<T, 20> v;
    fill(v, 6);
    vector<ushort, 9> idx;
    for (int i = 0; i < 9; i++) idx(i) = i * 7 % 20;
    idx(4) = idx(3);
    vector<T, 9> got = v.iselect(idx);
    std::vector<T> expected;
    for (int i = 0; i < 9; i++) expected.push_back(v(idx(i)));
    expect_elements(got, expected);
#ifndef CM_DEBUG
    idx = 65535;
    got = v.iselect(idx);  // some value, no crash
#endif
    matrix<T, 5, 4> m = v;
    vector<ushort, 6> row, col;
    for (int i = 0; i < 6; i++) {
        row(i) = i * 3 % 5;
        col(i) = i % 4;
    }
    vector<T, 6> found = m.select_all().iselect(row, col);
    for (int i = 0; i < 6; i++) EXPECT_EQ(double(found(i)), double(v(row(i) * 4 + col(i))));
}

// Element k * W + l of the result is linear[start + k * VS + l * HS].
template <int Rep, int VS, int W, int HS, class X>
__attribute__((noinline)) void check_replicate(const X& x, int i, int j) {
    const auto linear = elements(x);
    const int start = i * cm::cols_of<X> + j;
    std::vector<cm::element_t<X>> expected;
    for (int k = 0; k < Rep; k++)
        for (int l = 0; l < W; l++) expected.push_back(linear[start + k * VS + l * HS]);
    expect_elements(x.template replicate<Rep, VS, W, HS>(i, j), expected);
    if (HS == 1) expect_elements(x.template replicate<Rep, VS, W>(i, j), expected);
    if (HS == 1 && VS == 0) expect_elements(x.template replicate<Rep, W>(i, j), expected);
}

TEST(Replicate, OfMatrices) {
    matrix<float, 8, 32> m;
    fill(m, 7);
    check_replicate<2, 2, 4, 1>(m, 3, 6);
    check_replicate<16, 8, 4, 0>(m, 0, 3);  // crosses row ends
    check_replicate<4, 0, 8, 1>(m, 7, 24);
    check_replicate<3, 5, 20, 2>(m, 1, 1);
    matrix<ushort, 4, 6> n;
    fill(n, 8);
    check_replicate<3, 4, 2, 2>(n.select<4, 1, 3, 2>(0, 0), 0, 1);  // of a region, in its own order
    const auto linear = elements(n);
    auto twice = n.replicate<2>();
    for (int i = 0; i < 48; i++) EXPECT_EQ(twice(i), linear[i % 24]);
    vector<int, 8> v;
    cm::assign_ramp(v, 10, 1);
    expect_elements(v.replicate<2, 3>(4), std::vector<int>{14, 15, 16, 14, 15, 16});
    expect_elements(v.replicate<2, 1, 3>(), std::vector<int>{10, 11, 12, 11, 12, 13});
#ifndef CM_DEBUG
    expect_elements(v.replicate<2, 1, 3>(5), std::vector<int>{0, 0, 0, 0, 0, 0});  // reaches past the end
#endif
}

template <int N, class T>
__attribute__((noinline)) void check_any_all() {
    vector<T, N> v = 0;
    EXPECT_EQ(v.any(), 0) << N;
    EXPECT_EQ(v.all(), 0) << N;
    for (int i = 0; i < N; i++) {
        v(i) = T(2);  // not zero, though bit 0 is
        EXPECT_EQ(v.any(), 1);
        EXPECT_EQ(v.all(), i == N - 1) << N;
    }
}
TEST(AnyAll, EverySize) {
    check_any_all<1, ushort>();
    check_any_all<7, short>();
    check_any_all<16, uint>();
    check_any_all<100, uchar>();
    check_any_all<65, float>();
    matrix<short, 8, 8> m = 0;
    EXPECT_FALSE(m.row(3).any());
    m(3, 7) = -1;
    EXPECT_TRUE(m.any());
    EXPECT_TRUE(m.row(3).any());
    EXPECT_FALSE(m.row(2).any());
    EXPECT_FALSE(m.column(7).all());
}

// That of the elements, as kernels take it for the bytes of a message.
TYPED_TEST(Members, SizesAreThoseOfElements) {
    using T = TypeParam;
    vector<T, 13> v;
    matrix<T, 3, 8> m;
    const vector<T, 5> fixed = 1;
    vector<T, 4> three[3];
    const auto in_function = [](vector_ref<T, 6> r) { return sizeof(r); };
    EXPECT_EQ(sizeof(v), 13 * sizeof(T));
    EXPECT_EQ(sizeof(m), 24 * sizeof(T));
    EXPECT_EQ(sizeof(fixed), 5 * sizeof(T));
    EXPECT_EQ(sizeof(vector<T, 7>), 7 * sizeof(T));
    EXPECT_EQ(sizeof(matrix_ref<T, 2, 4>), 8 * sizeof(T));
    EXPECT_EQ(sizeof(m.template select<2, 1, 4, 2>(0, 1)), 8 * sizeof(T));
    EXPECT_EQ(sizeof(v > v), 13 * sizeof(ushort));
    EXPECT_EQ(sizeof(three), 12 * sizeof(T));
    EXPECT_EQ(sizeof(three) / sizeof(three[0]), 3u);
    EXPECT_EQ(sizeof(v(0)), sizeof(T));
    EXPECT_EQ(in_function(v.template select<6, 2>(0)), 6 * sizeof(T));
}

}  // namespace
