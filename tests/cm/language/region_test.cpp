// SPDX-License-Identifier: MIT
// Regions: what a select reads and writes, compared with index arithmetic on a plain array.
#include "cm_objects.h"

namespace {

template <class T>
class Region : public ::testing::Test {};
using Types = ::testing::Types<char, uchar, short, ushort, int, uint, long long, half, float, double>;
TYPED_TEST_SUITE(Region, Types);

// Writing through a region of a vector changes only the region's elements. Reading gives these elements, and
// 0 outside the object. Not inlined, so the compiler does not know where the region starts.
template <class T, int Size, int Stride>
__attribute__((noinline)) void check_vector(int start) {
    constexpr int n = 37;
    vector<T, n> v;
    vector<T, Size> news;
    fill(v, 1);
    fill(news, 2);
    std::vector<T> all = elements(v), read(Size, T(0));
    vector<T, Size> part = v.template select<Size, Stride>(start);
    v.template select<Size, Stride>(start) = news;
    for (int k = 0; k < Size; k++) {
        const int at = start + k * Stride;
        if (at < 0 || at >= n) continue;
        read[k] = all[at];
        all[at] = news.cm_data()[k];
    }
    expect_elements(part, read, "read");
    expect_elements(v, all, "written");
}

TYPED_TEST(Region, VectorSelect) {
    check_vector<TypeParam, 8, 1>(0);
    check_vector<TypeParam, 8, 1>(29);
    check_vector<TypeParam, 12, 3>(0);
    check_vector<TypeParam, 12, 3>(3);
}

TYPED_TEST(Region, PastTheEnd) {
    check_vector<TypeParam, 8, 1>(33);
    check_vector<TypeParam, 8, 1>(-3);
    check_vector<TypeParam, 8, 1>(1000000);
    check_vector<TypeParam, 12, 3>(10);
    check_vector<TypeParam, 12, 3>(-10);
}

TEST(RegionSizes, Odd) {
    check_vector<uchar, 37, 1>(0);
    check_vector<ushort, 1, 1>(36);
    check_vector<uchar, 3, 1>(20);
    check_vector<float, 3, 1>(36);
    check_vector<double, 7, 5>(3);
    check_vector<half, 18, 2>(1);
}

template <class T, int VS, int VStride, int HS, int HStride>
__attribute__((noinline)) void check_matrix(int i, int j) {
    constexpr int R = 7, C = 12;
    matrix<T, R, C> m;
    matrix<T, VS, HS> news;
    fill(m, 3);
    fill(news, 4);
    std::vector<T> all = elements(m), read(VS * HS, T(0));
    matrix<T, VS, HS> part = m.template select<VS, VStride, HS, HStride>(i, j);
    m.template select<VS, VStride, HS, HStride>(i, j) = news;
    for (int k = 0; k < VS * HS; k++) {
        const int at = (i + k / HS * VStride) * C + j + k % HS * HStride;
        if (at < 0 || at >= R * C) continue;
        read[k] = all[at];
        all[at] = news.cm_data()[k];
    }
    expect_elements(part, read, "read");
    expect_elements(m, all, "written");
}

TYPED_TEST(Region, MatrixSelect) { check_matrix<TypeParam, 3, 2, 4, 3>(1, 2); }

TEST(RegionSizes, OfMatrices) {
    check_matrix<uchar, 6, 1, 8, 1>(1, 3);
    check_matrix<float, 6, 1, 8, 1>(1, 3);
    check_matrix<short, 7, 1, 1, 1>(0, 11);
    check_matrix<half, 1, 1, 6, 2>(6, 0);
    check_matrix<long long, 4, 2, 12, 1>(1, 0);  // its last row is below the matrix
}

TYPED_TEST(Region, RowsAndColumns) {
    using T = TypeParam;
    matrix<T, 5, 8> m;
    vector<T, 5> news;
    fill(m, 5);
    fill(news, 6);
    std::vector<T> e = elements(m);
    vector<T, 8> row = m.row(3);
    vector<T, 5> column = m.column(6);
    for (int k = 0; k < 8; k++) EXPECT_EQ(double(row(k)), double(e[3 * 8 + k]));
    for (int k = 0; k < 5; k++) EXPECT_EQ(double(column[k]), double(e[k * 8 + 6]));
    EXPECT_EQ(double(m[4][2]), double(e[4 * 8 + 2]));
    EXPECT_EQ(double(m(1, 7)), double(e[1 * 8 + 7]));
    m.column(3) = news;
    m.row(2) = m.row(4);
    for (int i = 0; i < 5; i++) e[i * 8 + 3] = news(i);
    for (int j = 0; j < 8; j++) e[2 * 8 + j] = e[4 * 8 + j];
    expect_elements(m, e);
}

// The same with places that the compiler knows.
TEST(RegionConstant, Places) {
    vector<ushort, 37> v = 1;
    v.select<16, 2>(5) = 2;
    v.select<4, 1>(35) = 3;
    v.select<4, 1>(-2) = v.select<4, 1>(35);
    for (int i = 0; i < 37; i++) EXPECT_EQ(v(i), i < 2 ? 0 : i >= 35 ? 3 : i >= 5 && i % 2 == 1 ? 2 : 1) << i;
    matrix<uchar, 4, 8> m = 9;
    m.select<3, 1, 5, 1>(2, 1) = 4;  // one row more than the matrix has
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++) EXPECT_EQ(m(i, j), i >= 2 && j >= 1 && j < 6 ? 4 : 9);
}

// Regions of regions lie in the base object; references bind when made and write when assigned. If the start
// is known, reading every S-th element accesses all elements in between. Here the object's own elements are
// of another type.
template <class T, int Size, int Stride, int Start>
void check_known_start() {
    matrix<uint, 3, 32> m;
    constexpr int n = 96 * static_cast<int>(sizeof(uint) / sizeof(T));
    vector<T, Size> news;
    fill(m, 3);
    fill(news, 4);
    std::vector<T> all = elements(m.format<T>()), read(Size, T(0));
    const vector_ref<T, n> flat = m.format<T>();
    vector<T, Size> part = flat.template select<Size, Stride>(Start);
    flat.template select<Size, Stride>(Start) = news;
    for (int k = 0, at = Start; k < Size && at < n; k++, at += Stride) {
        read[k] = all[at];
        all[at] = news.cm_data()[k];
    }
    expect_elements(part, read, "read");
    expect_elements(m.format<T>(), all, "written");
}

TEST(RegionConstant, Windows) {
    check_known_start<uchar, 32, 4, 0>();
    check_known_start<uchar, 32, 4, 3>();
    check_known_start<uchar, 32, 4, 257>();  // the object's last window
    check_known_start<uchar, 32, 4, 258>();
    check_known_start<uchar, 32, 4, 261>();  // past the end
    check_known_start<uchar, 64, 2, 129>();
    check_known_start<char, 33, 4, 250>();  // the window would end past the object, but its elements do not
    check_known_start<ushort, 16, 4, 2>();
    check_known_start<short, 32, 2, 127>();
    check_known_start<ushort, 17, 2, 190>();
}

TEST(RegionConstant, WindowsBetweenElements) {
    vector<uchar, 70> v;
    fill(v, 5);
    std::vector<uchar> all = elements(v);
    const vector_ref<uchar, 66> odd = v.select<66, 1>(3);
    odd.format<ushort>().select<16, 2>(1) = 0x0102;
    for (int k = 0; k < 16; k++) {
        all[3 + 2 * (1 + 2 * k)] = 2;
        all[3 + 2 * (1 + 2 * k) + 1] = 1;
    }
    expect_elements(v, all);
}

TEST(RegionOf, Region) {
    matrix<int, 8, 16> m;
    cm::assign_ramp(m, 0, 1);
    auto inner = m.select<4, 2, 8, 2>(1, 1).select<2, 1, 3, 2>(1, 1);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) EXPECT_EQ(inner(i, j), (1 + 2 * (1 + i)) * 16 + 1 + 2 * (1 + 2 * j));
    matrix_ref<int, 2, 3> again = inner;
    again = 7;
    EXPECT_EQ(m(3, 3), 7);
    EXPECT_EQ(m(3, 4), 52);
    vector_ref<int, 8> row = m.row(7).select<8, 2>(1);
    row(3) += 1000;
    EXPECT_EQ(m(7, 7), 1119);
    row = m.row(0).select<8, 1>(4);  // copies, does not rebind
    EXPECT_EQ(m(7, 1), 4);
    EXPECT_EQ(m(7, 3), 5);
    m.select_all() = 3;
    EXPECT_EQ(m(5, 5), 3);
}

// All operands are read before any write (CM spec 3.3).
TEST(RegionOverlap, ShiftedCopies) {
    vector<ushort, 200> v;
    cm::assign_ramp(v, 0, 1);
    v.select<150, 1>(40) = v.select<150, 1>(3);
    for (int i = 0; i < 150; i++) ASSERT_EQ(v(40 + i), 3 + i);
    cm::assign_ramp(v, 0, 1);
    v.select<150, 1>(3) = v.select<150, 1>(40) + 1;
    for (int i = 0; i < 150; i++) ASSERT_EQ(v(3 + i), 41 + i);
    matrix<int, 8, 4> m;
    cm::assign_ramp(m, 0, 1);
    m.select<7, 1, 4, 1>(1, 0) += m.select<7, 1, 4, 1>(0, 0);
    for (int i = 1; i < 8; i++) EXPECT_EQ(m(i, 2), i * 4 + 2 + (i - 1) * 4 + 2);
    cm::assign_ramp(m, 0, 1);
    m.select<4, 1, 4, 1>(0, 0) = m.select<4, 2, 4, 1>(1, 0);
    EXPECT_EQ(m(0, 0), 4);
    EXPECT_EQ(m(1, 0), 12);
    EXPECT_EQ(m(3, 3), 31);
}

// With indices that are unknown to the compiler.
TEST(RegionRuntime, Offsets) {
    volatile int start = 5;
    vector<uint, 64> v;
    cm::assign_ramp(v, 100, 3);
    vector<uint, 16> a = v.select<16, 2>(start);
    for (int i = 0; i < 16; i++) EXPECT_EQ(a(i), 100u + 3 * (5 + 2 * i));
    start = 60;
    v.select<16, 1>(start) = 0;
    EXPECT_EQ(v(59), 277u);
    EXPECT_EQ(v(60), 0u);
    matrix<uchar, 3, 40> m = uchar(0);
    for (int i = 0; i < 12; i++) m.row(i % 3) = i;
    EXPECT_EQ(m(0, 39), 9);
    EXPECT_EQ(m(2, 0), 11);
}

TEST(RegionHelpers, BytesAndRows) {
    matrix<ushort, 4, 8> m;
    cm::assign_ramp(m, 0, 1);
    EXPECT_TRUE(cm::is_contiguous(m));
    EXPECT_FALSE(cm::is_contiguous(m.select<2, 1, 4, 1>(0, 0)));
    EXPECT_TRUE(cm::is_contiguous(m.select<2, 1, 8, 1>(2, 0)));
    EXPECT_FALSE(cm::is_contiguous(m.select<2, 1, 8, 1>(3, 0)));
    EXPECT_EQ(cm::row_bytes(m.select<2, 1, 4, 1>(1, 2), 1), cm::bytes_of(m) + (2 * 8 + 2) * 2);
    EXPECT_EQ(cm::row_bytes(m.select<2, 1, 4, 2>(1, 0), 0), nullptr);
    EXPECT_EQ(cm::row_bytes(m.select<2, 1, 8, 1>(3, 0), 1), nullptr);
    static_assert(cm::count_of<decltype(m)> == 32 && cm::rows_of<decltype(m.row(0))> == 1, "");
    static_assert(!cm::is_ref<decltype(m)> && cm::is_ref<decltype(m.row(0))>, "");
}

}  // namespace
