// SPDX-License-Identifier: MIT
// The template library's functions without surfaces, compared with loops over elements. CM spec 6.4, 6.6.
#include "cm_objects.h"

namespace {

template <class T>
class Transform : public ::testing::Test {};
using Types = ::testing::Types<uchar, half, uint, double>;  // one type of each size: elements are only moved
TYPED_TEST_SUITE(Transform, Types);

// Expects out(i, j) == in(row(i, j), column(i, j)): for separate matrices, parts of others, and in place.
template <class T, int N, class F, class At>
__attribute__((noinline)) void check(const F& f, const At& at, const char* what) {
    matrix<T, N, N> in, out;
    fill(in, 20);
    std::vector<T> expected;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            const auto [row, column] = at(i, j);
            expected.push_back(in(row, column));
        }
    }
    f(in.select_all(), out.select_all());
    expect_elements(out, expected, what);
    matrix<T, N + 3, 2 * N + 1> wide = T(1);
    wide.template select<N, 1, N, 2>(2, 1) = in;
    f(wide.template select<N, 1, N, 2>(2, 1), wide.template select<N, 1, N, 2>(2, 1));
    expect_elements(wide.template select<N, 1, N, 2>(2, 1), expected, what);
    EXPECT_EQ(double(wide(2, 0)), 1);
    EXPECT_EQ(double(wide(1, 1)), 1);
}

TYPED_TEST(Transform, MirrorsAndTurns) {
    using T = TypeParam;
    using P = std::pair<int, int>;
    using R = matrix_ref<T, 16, 16>;
    check<T, 16>([](R in, R out) { cmtl::MirrorHorizontal_16x16(in, out); },
                 [](int i, int j) {
                     return P{i, 15 - j};
                 },
                 "mirror horizontal");
    check<T, 16>([](R in, R out) { cmtl::MirrorVertical(in, out); },
                 [](int i, int j) {
                     return P{15 - i, j};
                 },
                 "mirror vertical");
    check<T, 16>([](R in, R out) { cmtl::Rotate90_16x16(in, out); },  // the left column becomes the top row
                 [](int i, int j) {
                     return P{15 - j, i};
                 },
                 "rotate 90");
    check<T, 16>([](R in, R out) { cmtl::Rotate180_16x16(in, out); },
                 [](int i, int j) {
                     return P{15 - i, 15 - j};
                 },
                 "rotate 180");
    check<T, 16>([](R in, R out) { cmtl::Rotate270_16x16(in, out); },
                 [](int i, int j) {
                     return P{j, 15 - i};
                 },
                 "rotate 270");
    check<T, 16>([](R in, R out) { cmtl::Transpose_16x16(in, out); },
                 [](int i, int j) {
                     return P{j, i};
                 },
                 "transpose");
    check<T, 16>([](R in, R out) { cmtl::ReverseTranspose_16x16(in, out); },
                 [](int i, int j) {
                     return P{15 - j, 15 - i};
                 },
                 "reverse transpose");
    check<T, 8>([](matrix_ref<T, 8, 8> in, matrix_ref<T, 8, 8> out) { cmtl::Transpose_8x8(in, out); },
                [](int i, int j) {
                    return P{j, i};
                },
                "transpose of 8");
}

TEST(Transform, MirrorVerticalOfAnyShape) {
    matrix<float, 5, 3> in, out;
    fill(in, 21);
    cmtl::MirrorVertical(in.select_all(), out.select_all());
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 3; j++) EXPECT_EQ(out(i, j), in(4 - i, j));
}

TEST(Transform, MapTakesTheSourceOfEachElement) {
    const int numbers[2][2] = {{1, 2}, {3, 4}};
    const ushort quarter_turn[4] = {2, 0, 3, 1};  // the specification's example: clockwise
    matrix<int, 2, 2> in(numbers), out;
    vector<ushort, 4> mapping(quarter_turn);
    cmtl::map(in.select_all(), out.select_all(), mapping.select_all());
    expect_elements(out, std::vector<int>{3, 1, 4, 2});
    cmtl::Map(out.select_all(), out.select_all(), mapping.select_all());
    expect_elements(out, std::vector<int>{4, 3, 2, 1});
}

template <class Small, class Large>
__attribute__((noinline)) void check_packing() {
    vector<Small, 9> first, second, one, two, single;
    fill(first, 22);
    fill(second, 23);
    vector<Large, 9> packed;
    cmtl::Pack<Small, Large, 9>(first, second, packed);
    for (int i = 0; i < 9; i++) {
        Small halves[2];
        std::memcpy(halves, packed.cm_data() + i, sizeof halves);  // little-endian
        EXPECT_EQ(halves[0], first(i));
        EXPECT_EQ(halves[1], second(i));
    }
    cmtl::Unpack<Small, Large, 9>(one, two, packed);
    expect_elements(one, elements(first));
    expect_elements(two, elements(second));
    cmtl::UnpackSingle<Small, Large, 9>(single, CMRT_LOC_SECOND, packed);
    expect_elements(single, elements(second));
    cmtl::UnpackSingle<Small, Large, 9>(single, CMRT_LOC_FIRST, packed);
    expect_elements(single, elements(first));
}
TEST(Pack, TwoInOne) {
    check_packing<uchar, ushort>();
    check_packing<char, short>();
    check_packing<ushort, uint>();
    check_packing<short, int>();
    check_packing<uint, double>();
    check_packing<int, double>();
    // Parts of vectors, and a single one.
    vector<uchar, 8> v;
    fill(v, 24);
    vector<ushort, 4> pairs = 0;
    cmtl::Pack(v.select<4, 2>(0), v.select<4, 2>(1), pairs.select<4, 1>(0));
    for (int i = 0; i < 4; i++) EXPECT_EQ(pairs(i), v(2 * i) | v(2 * i + 1) << 8);
    vector<uchar, 1> low = 5, high = 6;
    vector<ushort, 1> both;
    cmtl::Pack<uchar, ushort, 1>(low, high, both);
    EXPECT_EQ(both(0), 0x605);
}

}  // namespace
