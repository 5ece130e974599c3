// SPDX-License-Identifier: MIT
// Conversions of elements, at and beyond the limits of every type. Compared with the rules in the comments.
#include "cm_objects.h"

namespace {

// Float to integer: the fraction is dropped, values outside are clamped, NaN gives 0. Computed in long
// double, which is exact.
template <class To>
To from_real(double x) {
    using L = std::numeric_limits<To>;
    if (std::isnan(x)) return 0;
    const long double t = std::trunc(static_cast<long double>(x));
    if (t <= static_cast<long double>(L::min())) return L::min();
    if (t >= static_cast<long double>(L::max())) return L::max();
    return static_cast<To>(t);
}

template <class To, class From>
std::vector<From> corners() {
    using L = std::numeric_limits<To>;
    const double inf = std::numeric_limits<double>::infinity();
    std::vector<double> at = {0,     -0.0,  0.5,  -0.5,    0.999,    -0.999, 1.5,  -1.9, 254.7,
                              255.5, 300.5, -3,   32767.9, -32768.9, 1e9,    -1e9, 3e9,  -3e9,
                              5e18,  -5e18, 2e19, 1e30,    -1e30,    inf,    -inf, NAN};
    for (double edge : {double(L::min()), double(L::max())})
        for (double step : {-1.0, -0.5, 0.0, 0.5, 1.0}) at.push_back(edge + step);
    std::vector<From> out;
    for (double x : at) {
        out.push_back(From(x));
        if constexpr (!cm::is_half<From>) {
            out.push_back(std::nextafter(From(x), From(inf)));
            out.push_back(std::nextafter(From(x), From(-inf)));
        }
    }
    return out;
}

template <class To>
class ToInteger : public ::testing::Test {};
using IntegerTypes = ::testing::Types<char, uchar, short, ushort, int, uint, long long, unsigned long long>;
TYPED_TEST_SUITE(ToInteger, IntegerTypes);

template <class To, class From>
void check_from_real() {
    for (From x : corners<To, From>()) {
        vector<From, 8> v = x;
        const To expected = from_real<To>(double(x));
        vector<To, 8> plain = v, flagged(v, SAT);
        EXPECT_EQ(plain(5), expected) << double(x);
        EXPECT_EQ(flagged(5), expected) << double(x);
    }
}

TYPED_TEST(ToInteger, FromFloat) { check_from_real<TypeParam, float>(); }
TYPED_TEST(ToInteger, FromDouble) { check_from_real<TypeParam, double>(); }
TYPED_TEST(ToInteger, FromHalf) { check_from_real<TypeParam, half>(); }

template <class To, class From>
void check_integers() {
    using L = std::numeric_limits<From>;
    std::vector<From> values = {L::min(),
                                From(L::min() + 1),
                                L::max(),
                                From(L::max() - 1),
                                0,
                                1,
                                From(-1),
                                127,
                                From(128),
                                From(-128),
                                From(-129),
                                From(255),
                                From(256),
                                From(275),
                                From(32767),
                                From(32768),
                                From(-32768),
                                From(-32769),
                                From(65535),
                                From(65536),
                                From(2147483647),
                                From(2147483648u)};
    for (From x : values) {
        vector<From, 4> v = x;
        vector<To, 4> plain = v, clamped(v, SAT);
        EXPECT_EQ(plain(2), static_cast<To>(x));  // the low bits
        const __int128 wide = x;
        const __int128 low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
        EXPECT_EQ(clamped(2), To(wide < low ? low : wide > high ? high : wide)) << (long long)x;
    }
}
TYPED_TEST(ToInteger, FromIntegers) {
    check_integers<TypeParam, char>();
    check_integers<TypeParam, ushort>();
    check_integers<TypeParam, int>();
    check_integers<TypeParam, uint>();
    check_integers<TypeParam, long long>();
    check_integers<TypeParam, unsigned long long>();
}

// All 2^16 halves: to float and back, and to the nearby integers.
TEST(Half, Exhaustive) {
    for (int base = 0; base < 65536; base += 32) {
        vector<ushort, 32> pattern;
        cm::assign_ramp(pattern, base, 1);
        vector<half, 32> h;
        h.format<ushort>() = pattern;
        vector<float, 32> f = h;
        vector<half, 32> back = f;
        for (int i = 0; i < 32; i++) {
            const int bits = base + i, exponent = bits >> 10 & 31, fraction = bits & 1023;
            const double magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                                     : exponent == 0 ? std::ldexp(fraction, -24)
                                                     : std::ldexp(1024 + fraction, exponent - 25);
            const double value = bits & 0x8000 ? -magnitude : magnitude;
            if (std::isnan(value)) {
                ASSERT_TRUE(std::isnan(f(i)));
            } else {
                ASSERT_EQ(f(i), value) << bits;
                ASSERT_EQ(back.format<ushort>()(i), bits);
            }
        }
    }
}

TEST(Half, RoundsToNearestEven) {
    for (int k = 0; k < 2000; k++) {
        const float low = 1 + (k % 1023) / 1024.0f, high = low + 1 / 1024.0f, middle = (low + high) / 2;
        vector<float, 4> f = middle;
        vector<half, 4> h = f;
        EXPECT_EQ(float(h(0)), k % 1023 % 2 == 0 ? low : high);
        f = std::nextafter(middle, 0.0f);
        h = f;
        EXPECT_EQ(float(h(0)), low);
    }
}

TEST(Saturate, FloatsToUnitInterval) {
    const float inf = std::numeric_limits<float>::infinity();
    const std::pair<float, float> cases[] = {{0.5f, 0.5f}, {1.5f, 1}, {-0.1f, 0}, {inf, 1},
                                             {-inf, 0},    {NAN, 0},  {1, 1},     {0, 0}};
    for (auto [x, expected] : cases) {
        vector<float, 8> v = x;
        EXPECT_EQ((vector<float, 8>(v, SAT)(7)), expected);
        EXPECT_EQ(float(vector<half, 8>(v, SAT)(7)), expected);
        EXPECT_EQ((vector<double, 8>(v, SAT)(7)), double(expected));
    }
    EXPECT_EQ((matrix<float, 2, 2>(matrix<int, 2, 2>(-4), SAT)(1, 1)), 0.0f);
    EXPECT_EQ((matrix<float, 2, 2>(matrix<int, 2, 2>(4), SAT)(1, 1)), 1.0f);
}

TEST(ToFloat, IntegersToNearestEven) {
    vector<int, 4> v = 16777217;  // 2^24 + 1, between two floats
    EXPECT_EQ((vector<float, 4>(v)(0)), 16777216.0f);
    v = 16777219;
    EXPECT_EQ((vector<float, 4>(v)(0)), 16777220.0f);
    vector<uint, 4> u = 4294967295u;
    EXPECT_EQ((vector<float, 4>(u)(0)), 4294967296.0f);
}

TEST(Scalars, ToElements) {
    vector<uchar, 4> v = 300.5f;
    EXPECT_EQ(v(1), 255);
    v = -3.0f;
    EXPECT_EQ(v(1), 0);
    v = 275;
    EXPECT_EQ(v(1), 19);
    v = 254.7f;
    EXPECT_EQ(v(1), 254);
    vector<char, 4> c = -1.9f;
    EXPECT_EQ(c(0), -1);
}

}  // namespace
