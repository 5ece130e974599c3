// SPDX-License-Identifier: MIT
// Production kernels write some things differently from tutorials: template arguments of other types,
// references to objects, explicit arguments.
#include <cm/cm.h>
#include <cm/cmtl.h>
#include <cm/genx_vme.h>

#include <gtest/gtest.h>

#include "cm_objects.h"

namespace {

template <uint R, uint C>
_GENX_ uint shape(matrix_ref<int, R, C>) {
    return R * 100 + C;
}
template <class T, ushort N>
_GENX_ int length(vector_ref<T, N>) {
    return N;
}
template <uint R, uint C>
_GENX_ void twice(matrix_ref<int, R, C> m) {
    m *= 2;
}
template <int Add, class T, uint N>
_GENX_ void plus(vector_ref<T, N> v) {
    v += Add;
}
template <class T, uint R, uint C>
struct of_unsigned {
    matrix<T, R, C> m;
    vector<T, R * C> all() { return m; }
};
template <uint R, uint C>
_GENX_ int overloaded(matrix<int, R, C>) {
    return 1;
}
template <uint R, uint C>
_GENX_ int overloaded(matrix_ref<int, R, C>) {
    return 2;
}
_GENX_ int first_row(matrix_ref<int, 4, 8> m) { return m(0, 0); }

TEST(Deduction, BoundsAreOfAnyIntegerType) {
    matrix<int, 4, 8> m;
    fill(m, 1);
    EXPECT_EQ(shape(m.select_all()), 408u);
    EXPECT_EQ(shape(m.select<2, 2, 3, 1>(0, 1)), 203u);
    EXPECT_EQ(length(m.row(1)), 8);
    of_unsigned<short, 2u, 3u> object;
    object.m = 7;
    EXPECT_EQ(object.all()(5), 7);
}

TEST(Deduction, AnObjectIsFoundWhereAReferenceIsWanted) {
    matrix<int, 4, 8> m;
    for (int i = 0; i < 32; i++) m(i / 8, i % 8) = i * i - 300;
    EXPECT_EQ(shape(m), 408u);
    twice(m);  // writes through the reference
    for (int i = 0; i < 32; i++) EXPECT_EQ(m(i / 8, i % 8), 2 * (i * i - 300));
    vector<short, 6> v = 3;
    plus<4>(v);
    EXPECT_EQ(v(0), 7);
    EXPECT_EQ(v(5), 7);
    EXPECT_EQ(overloaded(m), 1);
    EXPECT_EQ(overloaded(m.select_all()), 2);
    EXPECT_EQ(first_row(m), m(0, 0));
}

// The base class that deduction finds is empty: copies and memory contain only the elements.
TEST(Deduction, CopiesAreOfTheElements) {
    vector<uchar, 8> a;
    fill(a, 3);
    vector<uchar, 8> b = a, c;
    c = b;
    a = 0;
    vector_ref<uchar, 8> r = c;
    r(2) = 200;
    EXPECT_EQ(c(2), 200);
    EXPECT_EQ(b(3), c(3));
    EXPECT_EQ(a(3), 0);
    EXPECT_EQ(static_cast<void*>(&c), static_cast<void*>(c.cm_data()));
}

TEST(SpeltOut, Arguments) {
    vector<int, 40> table;
    for (int i = 0; i < 40; i++) table(i) = i * i;
    vector<uchar, 4> places;
    for (int i = 0; i < 4; i++) places(i) = static_cast<uchar>(i * 3);
    const vector<int, 4> chosen = table.iselect<uint, 4>(places);
    for (int i = 0; i < 4; i++) EXPECT_EQ(chosen(i), 9 * i * i);
    matrix<int, 4, 10> rows = table;
    const vector<int, 4> of_matrix = rows.iselect<ushort, 4>(vector<int, 4>(2), places);
    for (int i = 0; i < 4; i++) EXPECT_EQ(of_matrix(i), (20 + 3 * i) * (20 + 3 * i));

    vector<ushort, 64> ramp;
    cmtl::cm_vector_assign<ushort, 64>(ramp, 5, 3);
    EXPECT_EQ(ramp(63), 5 + 63 * 3);
    cmtl::cm_vector_assign(rows, 1, 1);
    EXPECT_EQ(rows(3, 9), 40);
    cmtl::cm_vector_assign(ramp.select<8, 2>(1), 0, -1);
    EXPECT_EQ(ramp(15), static_cast<ushort>(-7));

    // The source first becomes ushort, so it has no sign before the shift. The shift is of a signed type.
    const vector<short, 4> minus = -4;
    EXPECT_EQ((cm_asr<int, ushort>(minus, 1)(0)), 65532 >> 1);
    EXPECT_EQ((cm_asr<int, short, 4>(minus, 1)(3)), -2);
    EXPECT_EQ((cm_add<int, uchar>(minus, 1)(2)), 253);
    EXPECT_EQ((cm_add<int>(3, 4)), 7);
    EXPECT_EQ((cm_sum<int, uchar>(minus)), 4 * 252);
    EXPECT_EQ((cm_sum<int, uchar, 4>(minus)), 4 * 252);
    EXPECT_EQ((cm_sum<uchar, short, 2, 2>(matrix<short, 2, 2>(minus))), 240);
    EXPECT_EQ((cm_reduced_max<int, ushort, 4>(minus)), 65532);
    EXPECT_EQ((cm_prod<int, short, 4>(minus)), 256);
    EXPECT_EQ((cm_add<int, uchar, short, 4>(minus, minus)(2)),
              252 - 4);  // the second operand's type before the size
    EXPECT_EQ((cm_add<int, short, 4, uchar>(minus, 257)(2)), -4 + 1);  // and behind it
    EXPECT_EQ((cm_bf_extract<int, uchar, 4>(16, 0, minus)(0)), 252);
}

TEST(Sad2, SecondElementsAreZero) {
    vector<uchar, 16> a, b;
    fill(a, 5);
    fill(b, 6);
    const vector<ushort, 16> sad = cm_sad2<ushort>(a, b),
                             more = cm_sada2<ushort>(a, b, vector<ushort, 16>(1000));
    int total = 0;
    for (int i = 0; i < 16; i += 2) {
        const int d = std::abs(a(i) - b(i)) + std::abs(a(i + 1) - b(i + 1));
        EXPECT_EQ(sad(i), d);
        EXPECT_EQ(more(i), d + 1000);
        EXPECT_EQ(sad(i + 1), 0);
        EXPECT_EQ(more(i + 1), 0);
        total += d;
    }
    EXPECT_EQ(cm_sum<int>(sad), total);  // how an encoder uses it
}

TEST(Regions, OfOneElementTakeAnyStride) {
    matrix<int, 4, 8> m;
    fill(m, 4);
    EXPECT_EQ((m.select<1, 3, 4, 2>(2, 1)(0, 3)), m(2, 7));
    EXPECT_EQ((m.row(1).select<1, 5>(3)(0)), m(1, 3));
}

TEST(Regions, ReplicateOf512) {
    vector<short, 8> v;
    fill(v, 8);
    const vector<short, 512> all = v.replicate<64, 0, 8, 1>(0);
    for (int i = 0; i < 512; i++) EXPECT_EQ(all(i), v(i % 8));
}

TEST(Regions, MacrosOfEncoders) {
    matrix<int, 4, 8> m;
    fill(m, 5);
    SELECT_N_ROWS(m, 2, 2) = SLICE1(m.format<int>(), 0, 16);
    EXPECT_EQ(m(3, 7), m(1, 7));
    SELECT_N_COLS(m, 6, 2) = SLICE(m.format<int>(), 1, 8, 2);
    EXPECT_EQ(m(0, 6), m(0, 1));
}

}  // namespace
