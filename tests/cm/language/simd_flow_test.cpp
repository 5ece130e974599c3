// SPDX-License-Identifier: MIT
// SIMD control flow, compared with the same program run separately for each channel.
#include "cm_objects.h"

namespace {

template <class T>
class Simd : public ::testing::Test {};
using Types = ::testing::Types<uchar, short, uint, float, half>;
TYPED_TEST_SUITE(Simd, Types);

TYPED_TEST(Simd, IfElse) {
    using T = TypeParam;
    vector<int, 16> x;
    cm::assign_ramp(x, -6, 1);
    vector<T, 16> r = 1, s = 2;
    matrix<T, 4, 16> m = 9;
    SIMD_IF_BEGIN(x > 5) {
        r = 10;
        s += r;
        m.row(2) = 4;
    }
    SIMD_ELSEIF(x > 0) {
        r = 20;
        s.merge(7, x == 3);
        m.row(1).select_all() = r;
    }
    SIMD_ELSE {
        r = 30;
        SIMD_IF_BEGIN(x < -4) { r = 40; }
        SIMD_ELSE {
            SIMD_IF_BEGIN((x & 1) == 0) { s = 50; }
            SIMD_IF_END;
        }
        SIMD_IF_END;
        r += 1;
    }
    SIMD_IF_END;
    s += 100;
    for (int k = 0; k < 16; k++) {
        const int v = k - 6;
        int er = 1, es = 2, e1 = 9, e2 = 9;
        if (v > 5) {
            er = 10, es += er, e2 = 4;
        } else if (v > 0) {
            er = 20, es = v == 3 ? 7 : es, e1 = er;
        } else {
            er = v < -4 ? 40 : 30;
            if (v >= -4 && v % 2 == 0) es = 50;
            er += 1;
        }
        es += 100;
        EXPECT_EQ(double(r(k)), er) << k;
        EXPECT_EQ(double(s(k)), es) << k;
        EXPECT_EQ(double(m(1, k)), e1) << k;
        EXPECT_EQ(double(m(2, k)), e2) << k;
        EXPECT_EQ(double(m(0, k)), 9) << k;
    }
}

template <int N>
void check_loop() {
    vector<int, N> n = 0, limit, left = 0, odd = 0;
    for (int k = 0; k < N; k++) limit(k) = k * 5 % 13;
    SIMD_DO_WHILE_BEGIN {
        n += 1;
        SIMD_IF_BEGIN(n == 7) {
            left = n * 100;
            SIMD_BREAK;
        }
        SIMD_IF_END;
        SIMD_IF_BEGIN((n & 1) == 0) { SIMD_CONTINUE; }
        SIMD_IF_END;
        odd += 1;
    }
    SIMD_DO_WHILE_END(n < limit);
    for (int k = 0; k < N; k++) {
        int en = 0, eleft = 0, eodd = 0;
        do {
            en++;
            if (en == 7) {
                eleft = en * 100;
                break;
            }
            if (en % 2 == 0) continue;
            eodd++;
        } while (en < limit(k));
        EXPECT_EQ(n(k), en) << k;
        EXPECT_EQ(left(k), eleft) << k;
        EXPECT_EQ(odd(k), eodd) << k;
    }
}
TEST(SimdLoop, Widths) {
    check_loop<2>();
    check_loop<4>();
    check_loop<8>();
    check_loop<16>();
    check_loop<32>();
}

// A loop inside a branch, and a loop inside a loop.
TEST(SimdLoop, Nested) {
    vector<ushort, 8> a, b = 0, c = 0;
    cm::assign_ramp(a, 0, 1);
    SIMD_IF_BEGIN(a >= 2) {
        vector<ushort, 8> i = 0;
        SIMD_DO_WHILE_BEGIN {
            vector<ushort, 8> j = 0;
            SIMD_DO_WHILE_BEGIN {
                SIMD_IF_BEGIN(j == 2) { SIMD_BREAK; }
                SIMD_IF_END
                c += 1;
                j += 1;
            }
            SIMD_DO_WHILE_END(j < a)
            b += 1;
            i += 1;
        }
        SIMD_DO_WHILE_END(i < a);
        b += 10;
    }
    SIMD_IF_END;
    for (int k = 0; k < 8; k++) {
        EXPECT_EQ(b(k), k >= 2 ? k + 10 : 0);
        EXPECT_EQ(c(k), k >= 2 ? 2 * k : 0);
    }
}

// Once all channels have left a round, the rest of the round does not run, not even scalar statements.
TEST(SimdLoop, ARoundEndsWhenAllHaveLeft) {
    int rounds = 0, in_if = 0, after_continue = 0, after_break = 0;
    vector<ushort, 8> n = 0;
    SIMD_DO_WHILE_BEGIN {
        n += 1;
        rounds += 1;
        SIMD_IF_BEGIN(n < 3) {
            SIMD_IF_BEGIN(n > 0) { SIMD_CONTINUE; }
            SIMD_IF_END;
            in_if += 1;
        }
        SIMD_IF_END;
        after_continue += 1;
        SIMD_IF_BEGIN(n == 4) { SIMD_BREAK; }
        SIMD_IF_END;
        after_break += 1;
    }
    SIMD_DO_WHILE_END(n < 10);
    EXPECT_EQ(rounds, 4);
    EXPECT_EQ(in_if, 0);
    EXPECT_EQ(after_continue, 2);
    EXPECT_EQ(after_break, 1);
}

// The loop is in no other block: how many channels it has is first known in its first round, by its if.
template <class T, int N>
void check_first_round() {
    vector<int, N> n;
    vector<T, N> left = 0, stayed = 0, again = 0;
    cm::assign_ramp(n, -1, 1);
    SIMD_DO_WHILE_BEGIN {
        SIMD_IF_BEGIN(n < 0) { SIMD_BREAK; }
        SIMD_ELSEIF(n == 0) {
            SIMD_IF_BEGIN(n == 0) { SIMD_CONTINUE; }
            SIMD_IF_END;
            left = 9;
        }
        SIMD_IF_END;
        stayed += 1;
        again += cm_sum<int>(again) + 1;
    }
    SIMD_DO_WHILE_END((n < 0).any());
    for (int k = 0; k < N; k++) {
        EXPECT_EQ(int(left(k)), 0) << k;
        EXPECT_EQ(int(stayed(k)), k >= 2) << k;
        EXPECT_EQ(int(again(k)), k >= 2) << k;
    }
}
TEST(SimdLoop, ChannelsLeaveTheFirstRound) {
    check_first_round<int, 2>();
    check_first_round<uchar, 4>();
    check_first_round<float, 8>();
    check_first_round<short, 16>();
    check_first_round<uint, 32>();
    const int numbers[8] = {-1, 5, 1, 3, 30, 2, 7, 0};
    vector<int, 8> n(numbers), rounds = 0;
    SIMD_DO_WHILE_BEGIN {
        n -= 2;
        rounds += 1;
        SIMD_IF_BEGIN(n < 0) { SIMD_BREAK; }
        SIMD_IF_END;
        rounds += 100;
    }
    SIMD_DO_WHILE_END(rounds < 450);
    expect_elements(rounds, std::vector<int>{1, 203, 1, 102, 505, 102, 304, 1});
}

TEST(SimdFlow, ScalarsAndReductions) {
    vector<short, 8> x;
    cm::assign_ramp(x, 0, 1);
    int ran = 0, sum = -1, any7 = -1, all = -1, low = -1, any0 = -1;
    SIMD_IF_BEGIN(x > 100) { ran += 100; }
    SIMD_ELSE { ran += 1; }
    SIMD_IF_END;
    EXPECT_EQ(ran, 1);
    SIMD_IF_BEGIN((x > 2) & (x < 7)) {
        ran += 10;
        sum = cm_sum<int>(x);
        low = cm_reduced_min<int>(x);
        any7 = (x == 7).any();
        any0 = (x == 4).any();
        all = (x > 2).all();
        SIMD_IF_BEGIN(ran == 11) { ran += 10; }  // a scalar condition
        SIMD_ELSE { ran = 0; }
        SIMD_IF_END;
    }
    SIMD_IF_END;
    EXPECT_EQ(ran, 21);
    EXPECT_EQ(sum, 3 + 4 + 5 + 6);
    EXPECT_EQ(low, 3);
    EXPECT_EQ(any7, 0);
    EXPECT_EQ(any0, 1);
    EXPECT_EQ(all, 1);
}

// Any value but zero is true. A destination of another width is written completely.
TEST(SimdFlow, TruthAndWidth) {
    vector<int, 4> condition = 0, r = 0;
    condition(1) = 2;
    condition(3) = -256;
    vector<int, 8> wide = 0;
    uint32_t mask = 0, other = 0;
    SIMD_IF_BEGIN(condition) {
        r = 1;
        wide = 5;
        mask = cm::active_mask(4);
        other = cm::active_mask(8);
    }
    SIMD_IF_END
    expect_elements(r, std::vector<int>{0, 1, 0, 1});
    EXPECT_EQ(wide(0), 5);
    EXPECT_EQ(mask, 0xau);
    EXPECT_EQ(other, 0xffu);
    EXPECT_EQ(cm::active_mask(4), 0xfu);
}

}  // namespace
