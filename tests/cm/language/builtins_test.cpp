// SPDX-License-Identifier: MIT
// Built-in functions. Each is compared with its definition for one element.
#include "cm_objects.h"

namespace {

#define EXPECT_ALL(result, expression)                                               \
    {                                                                                \
        const auto got_ = (result);                                                  \
        for (int i = 0; i < cm::count_of<decltype(got_)>; i++)                       \
            EXPECT_EQ(static_cast<double>(got_(i)), static_cast<double>(expression)) \
                << #result << " at " << i;                                           \
    }
#define EXPECT_CLOSE(result, expression, tolerance)                                               \
    {                                                                                             \
        const auto got_ = (result);                                                               \
        for (int i = 0; i < cm::count_of<decltype(got_)>; i++)                                    \
            EXPECT_NEAR(static_cast<double>(got_(i)), static_cast<double>(expression), tolerance) \
                << #result << " at " << i;                                                        \
    }

long long clamp(__int128 x, long long low, long long high) {
    return x < low ? low : x > high ? high : (long long)x;
}

template <class T>
class Arithmetic : public ::testing::Test {};
using Types = ::testing::Types<char, uchar, short, ushort, int, uint>;
TYPED_TEST_SUITE(Arithmetic, Types);

TYPED_TEST(Arithmetic, ExactThenClampedOrCut) {
    using T = TypeParam;
    using L = std::numeric_limits<T>;
    using W = __int128;
    vector<T, 16> a, b;
    fill(a, 1);
    fill(b, 2);
    a(0) = b(0) = L::max();
    a(1) = b(1) = L::min();
    EXPECT_ALL(cm_add<T>(a, b), T(W(a(i)) + b(i)));
    EXPECT_ALL(cm_add<T>(a, b, SAT), clamp(W(a(i)) + b(i), L::min(), L::max()));
    EXPECT_ALL(cm_add<short>(a, 100, SAT), clamp(W(a(i)) + 100, -32768, 32767));
    EXPECT_ALL(cm_mul<T>(a, b), T(W(a(i)) * b(i)));
    if (sizeof(T) < 4) EXPECT_ALL(cm_mul<short>(a, b, SAT), clamp(W(a(i)) * b(i), -32768, 32767));
    EXPECT_ALL(cm_abs<T>(a), T(a(i) < 0 ? -W(a(i)) : W(a(i))));
    EXPECT_ALL(cm_abs<T>(a, SAT), clamp(a(i) < 0 ? -W(a(i)) : W(a(i)), L::min(), L::max()));
    EXPECT_ALL(cm_avg<T>(a, b), T((W(a(i)) + b(i) + 1) >> 1));
    EXPECT_ALL(cm_max<T>(a, b), a(i) > b(i) ? a(i) : b(i));
    EXPECT_ALL(cm_min<T>(a, b), a(i) < b(i) ? a(i) : b(i));
    EXPECT_ALL(cm_min<short>(a, -5, SAT), clamp(W(a(i)) < -5 ? W(a(i)) : -5, -32768, 32767));
    for (int i = 0; i < 16; i++)
        if (b(i) == 0) b(i) = 1;
    b(1) = 2;
    EXPECT_ALL(cm_quot<T>(a, b), T(W(a(i)) / b(i)));
    EXPECT_ALL(cm_mod<T>(a, b), T(W(a(i)) % b(i)));
    vector<T, 16> rem;
    EXPECT_ALL(cm_div<T>(rem, a, b), T(W(a(i)) / b(i)));
    EXPECT_ALL(rem, T(W(a(i)) % b(i)));
    // If all operands are scalars, the result is a scalar.
    static_assert(std::is_same<decltype(cm_add<T>(a(0), b(0))), T>::value, "");
    EXPECT_EQ(cm_add<uchar>(200, 100, SAT), 255);
    EXPECT_EQ(cm_abs<char>(char(-128), SAT), 127);
    EXPECT_EQ(cm_abs<char>(char(-128)), -128);
}

template <class Pair>
class WideArithmetic : public ::testing::Test {};
template <class A, class B, class Ret>
struct Wide {
    using first = A;
    using second = B;
    using result = Ret;
};
using ll = long long;
using ull = unsigned long long;
using WideTypes =
    ::testing::Types<Wide<ll, ll, ll>, Wide<ull, ull, ull>, Wide<ll, ull, ll>, Wide<ull, ll, ull>,
                     Wide<ull, int, ull>, Wide<ll, uint, ull>, Wide<ull, ull, int>, Wide<ll, ull, uchar>,
                     Wide<uint, uint, ll>, Wide<int, uint, ull>>;
TYPED_TEST_SUITE(WideArithmetic, WideTypes);

// As above, with more bits than a double has.
TYPED_TEST(WideArithmetic, ExactThenClampedOrCut) {
    using A = typename TypeParam::first;
    using B = typename TypeParam::second;
    using R = typename TypeParam::result;
    using W = __int128;
    vector<A, 16> a;
    vector<B, 16> b;
    const auto extremes = [](auto& v, unsigned seed) {
        using T = cm::element_t<std::decay_t<decltype(v)>>;
        using L = std::numeric_limits<T>;
        const T some[] = {L::max(), L::min(), T(L::max() - 1), T(L::min() + 1), T(L::max() / 2), 0, 1, 77};
        for (int i = 0; i < 16; i++) v(i) = some[(seed = seed * 1664525u + 1013904223u) >> 29];
    };
    const auto clamped = [](W x) {
        const W low = std::numeric_limits<R>::min(), high = std::numeric_limits<R>::max();
        return R(x < low ? low : x > high ? high : x);
    };
    const auto same = [](const auto& result, const auto& of, const char* what) {
        for (int i = 0; i < 16; i++) EXPECT_TRUE(result(i) == of(i)) << what << " at " << i;
    };
    for (unsigned seed = 1; seed < 20; seed++) {
        extremes(a, seed);
        extremes(b, seed + 100);
        const auto x = [&](int i) { return W(a(i)); };
        const auto y = [&](int i) { return W(b(i)); };
        same(
            cm_add<R>(a, b), [&](int i) { return R(x(i) + y(i)); }, "sum");
        same(
            cm_add<R>(a, b, SAT), [&](int i) { return clamped(x(i) + y(i)); }, "clamped sum");
        same(
            cm_avg<R>(a, b), [&](int i) { return R((x(i) + y(i) + 1) >> 1); }, "average");
        same(
            cm_avg<R>(a, b, SAT), [&](int i) { return clamped((x(i) + y(i) + 1) >> 1); }, "clamped average");
        same(
            cm_max<R>(a, b), [&](int i) { return R(x(i) > y(i) ? x(i) : y(i)); }, "maximum");
        same(
            cm_max<R>(a, b, SAT), [&](int i) { return clamped(x(i) > y(i) ? x(i) : y(i)); },
            "clamped maximum");
        same(
            cm_min<R>(a, b), [&](int i) { return R(x(i) < y(i) ? x(i) : y(i)); }, "minimum");
        same(
            cm_min<R>(a, b, SAT), [&](int i) { return clamped(x(i) < y(i) ? x(i) : y(i)); },
            "clamped minimum");
        same(
            cm_abs<R>(a), [&](int i) { return R(x(i) < 0 ? -x(i) : x(i)); }, "absolute value");
        same(
            cm_abs<R>(a, SAT), [&](int i) { return clamped(x(i) < 0 ? -x(i) : x(i)); },
            "clamped absolute value");
        same(
            cm_mul<R>(a, b), [&](int i) { return R(ull(x(i)) * ull(y(i))); }, "product");
        if (!std::is_same<A, ull>::value || !std::is_same<B, ull>::value)  // that of both has 128 bits
            same(
                cm_mul<R>(a, b, SAT), [&](int i) { return clamped(x(i) * y(i)); }, "clamped product");
        same(
            cm_shl<R>(a, 20, SAT), [&](int i) { return clamped(x(i) << 20); }, "clamped shift");
        W total = 0;
        for (int i = 0; i < 16; i++) total += x(i);
        EXPECT_TRUE(cm_sum<R>(a) == R(total));
        EXPECT_TRUE(cm_sum<R>(a, SAT) == clamped(total));
    }
}

TEST(Carry, OfThirtyTwoBits) {
    vector<uint, 16> a, b, carry, low;
    fill(a, 3);
    fill(b, 4);
    a(0) = ~0u;
    b(0) = 1;
    EXPECT_ALL(cm_addc(a, b, carry), a(i) + b(i));
    EXPECT_ALL(carry, (uint64_t(a(i)) + b(i)) >> 32);
    EXPECT_ALL(cm_subb(a, b, carry), a(i) - b(i));
    EXPECT_ALL(carry, a(i) < b(i));
    EXPECT_ALL(cm_imul(low, a, b), uint64_t(a(i)) * b(i) >> 32);
    EXPECT_ALL(low, a(i) * b(i));
    vector<int, 16> s = a, t = b;
    EXPECT_ALL(cm_imul(low, s, t), int64_t(s(i)) * t(i) >> 32);
    uint c = 7;
    EXPECT_EQ(cm_addc(0xfffffff0u, 0x10u, c), 0u);
    EXPECT_EQ(c, 1u);
}

TEST(Floats, MinMaxAbs) {
    vector<float, 4> a = -0.5f, n = NAN;
    EXPECT_EQ(cm_max(a, n)(0), -0.5f);
    EXPECT_EQ(cm_max(n, a)(1), -0.5f);
    EXPECT_EQ(cm_min(n, a)(1), -0.5f);
    EXPECT_EQ(cm_abs(a)(0), 0.5f);
    EXPECT_EQ(cm_abs(vector<half, 4>(a))(0), 0.5f);
    EXPECT_EQ(cm_add(a, -1.0f, SAT)(0), 0.0f);
    EXPECT_EQ(cm_mul(a, -4.0f, SAT)(0), 1.0f);
    EXPECT_EQ(cm_mul<uchar>(a, -1000.0f, SAT)(0), 255);
}

TEST(Dot, GroupsOfFour) {
    vector<float, 64> a, b;
    fill(a, 5);
    fill(b, 6);
    const auto p = [&](int i, int k) { return double(a(i / 4 * 4 + k)) * b(i / 4 * 4 + k); };
    EXPECT_CLOSE(cm_dp4<float>(a, b), p(i, 0) + p(i, 1) + p(i, 2) + p(i, 3), 1e-2);
    EXPECT_CLOSE(cm_dp3<float>(a, b), p(i, 0) + p(i, 1) + p(i, 2), 1e-2);
    EXPECT_CLOSE(cm_dp2<float>(a, b), p(i, 0) + p(i, 1), 1e-2);
    EXPECT_CLOSE(cm_dph<float>(a, b), p(i, 0) + p(i, 1) + p(i, 2) + b(i / 4 * 4 + 3), 1e-2);
    vector<float, 4> c = a.select<4, 1>(0);
    vector<float, 8> y = b.select<8, 1>(0), u = b.select<8, 1>(8), x = b.select<8, 2>(9);
    EXPECT_CLOSE(cm_line<float>(c, y), c(0) * double(y(i)) + c(3), 1e-2);
    EXPECT_CLOSE(cm_pln<float>(c, y, u), c(0) * double(y(i)) + c(1) * double(u(i)) + c(3), 1e-2);
    EXPECT_CLOSE(cm_lrp<float>(y, u, x), double(y(i)) * u(i) + (1 - double(y(i))) * x(i), 1e-1);
    matrix<uchar, 4, 8> s, t;
    fill(s, 7);
    fill(t, 8);
    const auto sad = cm_sad2<ushort>(s, t);
    const auto more = cm_sada2<ushort>(s, t, vector<ushort, 32>(1000));
    for (int i = 0; i < 32; i += 2) {
        const auto d = [&](int k) { return std::abs(s(k / 8, k % 8) - t(k / 8, k % 8)); };
        EXPECT_EQ(sad(i), d(i) + d(i + 1));
        EXPECT_EQ(more(i), d(i) + d(i + 1) + 1000);
    }
}

TEST(Sums, OfAllSizes) {
    vector<short, 21> v;
    fill(v, 9);
    long long sum = 0;
    short low = 32767, high = -32768;
    for (short x : elements(v)) {
        sum += x;
        low = std::min(low, x);
        high = std::max(high, x);
    }
    EXPECT_EQ(cm_sum<int>(v), sum);
    EXPECT_EQ(cm_sum<short>(v), short(sum));
    EXPECT_EQ(cm_sum<uchar>(v, SAT), clamp(sum, 0, 255));
    EXPECT_EQ(cm_sum<float>(v), float(sum));
    EXPECT_EQ(cm_reduced_min<short>(v), low);
    EXPECT_EQ(cm_reduced_max<short>(v), high);
    matrix<uchar, 20, 30> bytes = uchar(255);
    EXPECT_EQ(cm_sum<int>(bytes), 600 * 255);
    EXPECT_EQ(cm_sum<int>(bytes.select<20, 1, 3, 7>(0, 1)), 60 * 255);
    EXPECT_EQ(cm_sum<int>(vector<int, 4>(std::numeric_limits<int>::max()), SAT),
              std::numeric_limits<int>::max());
    EXPECT_EQ(cm_prod<int>(vector<int, 10>(3)), 59049);
    EXPECT_EQ(cm_prod<int>(vector<int, 33>(3)), int(5559060566555523ull));
    EXPECT_EQ(cm_prod<float>(vector<float, 6>(0.5f)), 1 / 64.0f);
    EXPECT_EQ(cm_sum<float>(vector<half, 16>(0.25f)), 4.0f);
}

template <class T>
class Functions : public ::testing::Test {};
// A NaN at any place, also where pieces and halves of them meet, hides no number.
template <class T>
class ReducedReals : public ::testing::Test {};
using AllReals = ::testing::Types<float, half, double>;
TYPED_TEST_SUITE(ReducedReals, AllReals);
TYPED_TEST(ReducedReals, IgnoreNaN) {
    using T = TypeParam;
    for (int at = 0; at < 40; at++) {
        vector<T, 40> v;
        for (int i = 0; i < 40; i++) v(i) = T(i == 17 ? -200.0f : i == 23 ? 200.0f : float(i));
        if (at != 17 && at != 23) v(at) = T(NAN);
        EXPECT_EQ(float(cm_reduced_max<T>(v)), 200.0f) << at;
        EXPECT_EQ(float(cm_reduced_min<T>(v)), -200.0f) << at;
    }
    vector<T, 6> none = T(NAN);
    EXPECT_TRUE(std::isnan(float(cm_reduced_max<T>(none))));
    EXPECT_TRUE(std::isnan(float(cm_reduced_min<T>(none))));
    none = T(-INFINITY);
    EXPECT_EQ(float(cm_reduced_max<T>(none)), -INFINITY);
}

using Reals = ::testing::Types<float, half>;
TYPED_TEST_SUITE(Functions, Reals);

TYPED_TEST(Functions, OfOneElement) {
    using T = TypeParam;
    const double eps = sizeof(T) == 2 ? 1e-3 : 1e-6;
    vector<T, 20> x, y;
    for (int i = 0; i < 20; i++) {
        x(i) = T(0.25f * i + 0.125f);
        y(i) = T(0.25f * (i - 10));
    }
    y(0) = T(-2.5f);
    y(1) = T(3.5f);
    EXPECT_ALL(cm_rndd(y), std::floor(double(y(i))));
    EXPECT_ALL(cm_rndu(y), std::ceil(double(y(i))));
    EXPECT_ALL(cm_rnde(y), std::nearbyint(double(y(i))));
    EXPECT_ALL(cm_rndz(y), std::trunc(double(y(i))));
    EXPECT_ALL(cm_rndd<int>(y), std::floor(double(y(i))));
    EXPECT_ALL(cm_rndd<uchar>(y, SAT), std::fmax(std::floor(double(y(i))), 0));
    EXPECT_ALL(cm_frc(y), double(y(i)) - std::floor(double(y(i))));
    EXPECT_CLOSE(cm_inv(x), 1 / double(x(i)), 8 * eps);
    EXPECT_CLOSE(cm_sqrt(x), std::sqrt(double(x(i))), 4 * eps);
    EXPECT_CLOSE(cm_rsqrt(x), 1 / std::sqrt(double(x(i))), 4 * eps);
    EXPECT_CLOSE(cm_log(x), std::log2(double(x(i))), 4 * eps);
    EXPECT_CLOSE(cm_exp(y), std::exp2(double(y(i))), 16 * eps);
    EXPECT_CLOSE(cm_pow(x, 1.5f), std::pow(double(x(i)), 1.5), 16 * eps);
    EXPECT_CLOSE(cm_pow(y, 2.0f), std::pow(std::abs(double(y(i))), 2), 16 * eps);
    EXPECT_CLOSE(cm_sin(y), std::sin(double(y(i))), eps);
    EXPECT_CLOSE(cm_cos(y), std::cos(double(y(i))), eps);
    vector<T, 20> cosine;
    EXPECT_CLOSE(cm_sincos(cosine, y), std::sin(double(y(i))), eps);
    EXPECT_CLOSE(cosine, std::cos(double(y(i))), eps);
    EXPECT_CLOSE(cm_atan(y), std::atan(double(y(i))), eps);
    vector<T, 20> z = y * 0.25f;
    EXPECT_CLOSE(cm_asin(z), std::asin(double(z(i))), 4 * eps);
    EXPECT_CLOSE(cm_acos(z), std::acos(double(z(i))), 4 * eps);
    EXPECT_CLOSE(cmtl::cm_atan2(y, x), std::atan2(double(y(i)), double(x(i))), 1e-3);
    EXPECT_CLOSE(cmtl::cm_atan2_fast(y, x, _GENX_NOSAT), std::atan2(double(y(i)), double(x(i))), 1e-3);
    EXPECT_CLOSE(cmtl::cm_tanh_cody_waite(y), std::tanh(double(y(i))), 1e-3);
    EXPECT_CLOSE(cmtl::cm_fmod(y, x), std::fmod(double(y(i)), double(x(i))), eps);
    EXPECT_CLOSE(cmtl::cm_tanh(y), std::tanh(double(y(i))), eps);
    EXPECT_ALL(cmtl::cm_floor(y), std::floor(double(y(i))));
    EXPECT_ALL(cmtl::cm_ceil(y), std::ceil(double(y(i))));
    EXPECT_EQ(float(cm_sqrt(T(16.0f))), 4.0f);
    EXPECT_CLOSE(cm_sqrt<20>(x), std::sqrt(double(x(i))), 4 * eps);
    const vector<int, 20> down = cm_rndd<int, 20>(y);
    EXPECT_ALL(down, std::floor(double(y(i))));
    EXPECT_ALL((cmtl::cm_ceil<float, 20>(y, 0)), std::ceil(double(y(i))));
}

TEST(Functions, Ieee) {
    vector<double, 8> x;
    fill(x, 9);
    x = cm_abs(x) + 1.0;
    EXPECT_ALL(cm_sqrt_ieee(x), std::sqrt(x(i)));
    EXPECT_ALL(cm_div_ieee(1.0, x), 1.0 / x(i));
    vector<float, 8> f = x;
    EXPECT_ALL(cm_div_ieee(f, 3.0f), f(i) / 3.0f);
}

template <class T>
class Bits : public ::testing::Test {};
TYPED_TEST_SUITE(Bits, Types);

// The lowest set bit of 32; n if no bit is set.
int lowest(uint u) {
    for (int i = 0; i < 32; i++)
        if (u >> i & 1) return i;
    return -1;
}
int leading_zeroes(uint u) {
    for (int i = 31; i >= 0; i--)
        if (u >> i & 1) return 31 - i;
    return 32;
}
TYPED_TEST(Bits, Counting) {
    using T = TypeParam;
    vector<T, 16> x;
    fill(x, 10);
    x(0) = 0;
    x(1) = T(-1);
    x(2) = 1;
    x(3) = std::numeric_limits<T>::min();
    const auto wide = [&](int i) { return uint(int(x(i))); };
    const auto ones = [&](int i) {
        int n = 0;
        for (unsigned k = 0; k < 8 * sizeof(T); k++) n += wide(i) >> k & 1;
        return n;
    };
    EXPECT_ALL(cm_cbit<uint>(x), ones(i));
    EXPECT_ALL(cm_fbl<uint>(x), uint(lowest(wide(i))));
    EXPECT_ALL(cm_lzd<uint>(x), leading_zeroes(wide(i)));
    const auto fbh = [&](int i) -> uint {
        const uint u = std::is_signed<T>::value && x(i) < 0 ? ~wide(i) : wide(i);
        return u == 0 ? ~0u : leading_zeroes(u);
    };
    EXPECT_ALL(cm_fbh<uint>(x), fbh(i));
}

TYPED_TEST(Bits, Shifts) {
    using T = TypeParam;
    using P = decltype(+T());
    vector<T, 16> x;
    fill(x, 11);
    vector<uchar, 16> n;
    cm::assign_ramp(n, 0, 9);  // up to 135: as on Gen, modulo 32, or 64 where 64 bits are shifted
    const auto count = [](int i) { return 9 * i % int(sizeof(P) * 8); };
    const auto right = [&](auto value, int i) {
        return static_cast<P>(static_cast<__int128>(value) >> count(i));
    };
    EXPECT_ALL(x >> n, right(P(x(i)), i));
    EXPECT_ALL(x << n, P(__int128(x(i)) << count(i)));
    EXPECT_ALL(cm_shr<P>(x, n), right(x(i), i));
    EXPECT_ALL(cm_asr<P>(x, n), right(std::make_signed_t<P>(P(x(i))), i));
    EXPECT_ALL(cm_lsr<P>(x, n), right(std::make_unsigned_t<P>(P(x(i))), i));
    EXPECT_ALL(cm_shr<uchar>(x, 1, SAT), clamp(__int128(x(i)) >> 1, 0, 255));
    EXPECT_ALL(cm_shl<uint>(x, n), uint(uint64_t(uint(x(i))) << count(i)));
    EXPECT_ALL(cm_shl<long long>(x, n), static_cast<long long>(__int128(x(i)) << (9 * i % 64)));
    if (!std::is_signed<T>::value)
        EXPECT_ALL(cm_shl<T>(x, 3, SAT), clamp(__int128(x(i)) << 3, 0, std::numeric_limits<T>::max()));
    const auto turned = [&](int i, int by) {
        using U = std::make_unsigned_t<T>;
        const int w = sizeof(T) * 8;
        return by % w == 0 ? x(i) : T(U(U(x(i)) << by % w) | U(U(x(i)) >> (w - by % w)));
    };
    EXPECT_ALL(cm_rol<T>(x, 5), turned(i, 5));
    EXPECT_ALL(cm_ror<T>(x, 5), turned(i, int(sizeof(T)) * 8 - 5));
}

TEST(Bits, Masks) {
    for (uint pattern : {0u, 1u, 0x80000000u, 0xdeadbeefu, ~0u}) {
        const vector<ushort, 32> m = cm_unpack_mask<ushort, 32>(pattern);
        for (int k = 0; k < 32; k++) EXPECT_EQ(m(k), pattern >> k & 1);
        EXPECT_EQ(cm_pack_mask(m), pattern);
        EXPECT_EQ(cm_pack_mask(m.select<16, 1>(16)), pattern >> 16);
        const matrix<ushort, 2, 4> small = cm_unpack_mask<ushort, 8>(pattern);
        EXPECT_EQ(cm_pack_mask(small), pattern & 255);
        EXPECT_EQ(cm_pack_mask(m.select<1, 1>(7)), pattern >> 7 & 1);  // fewer than the specification has
        EXPECT_EQ(cm_pack_mask(m.select<4, 2>(1)),
                  (pattern >> 1 & 1) + (pattern >> 2 & 2) + (pattern >> 3 & 4) + (pattern >> 4 & 8));
        EXPECT_EQ(cm_pack_mask(m.select<23, 1>(9)), pattern >> 9);
    }
}

TEST(Bits, Fields) {
    vector<uint, 16> width, offset, value, src;
    fill(value, 12);
    fill(src, 13);
    cm::assign_ramp(width, 1, 1);
    cm::assign_ramp(offset, 15, -1);
    const auto mask = [&](int i) { return (1u << (i + 1)) - 1; };
    const auto inserted = [&](int i) {
        return (src(i) & ~(mask(i) << (15 - i))) | (value(i) & mask(i)) << (15 - i);
    };
    EXPECT_ALL(cm_bf_insert(width, offset, value, src), inserted(i));
    EXPECT_ALL(cm_bf_extract(width, offset, src), src(i) >> (15 - i) & mask(i));
    vector<int, 16> sources = src;
    const auto sign_extended = [&](int i) {
        const int field = int(src(i) >> (15 - i) & mask(i));
        return field >> i & 1 ? field - (2 << i) : field;
    };
    EXPECT_ALL(cm_bf_extract(width, offset, sources), sign_extended(i));
    const auto reversed = [&](int i) {
        uint r = 0;
        for (int k = 0; k < 32; k++) r |= (src(i) >> k & 1) << (31 - k);
        return r;
    };
    EXPECT_ALL(cm_bf_reverse(src), reversed(i));
    EXPECT_ALL(cm_bfn<(~BFN_X & BFN_Y) ^ BFN_Z>(width, value, src), ((~width(i) & value(i)) ^ src(i)));
    EXPECT_ALL(cm_bfn<~BFN_X & ~BFN_Y & ~BFN_Z>(width, value, src), (~width(i) & ~value(i) & ~src(i)));
    EXPECT_EQ((cm_bfn<BFN_X | BFN_Z>(1, 2, 4)), 5);
}

template <class A, class B>
__attribute__((noinline)) void check_dp4a() {
    vector<A, 12> a;
    vector<B, 12> b;
    fill(a, 14);
    fill(b, 15);
    a(0) = b(0) = A(0x80ff7f01);
    const auto expected = [&](int i) {
        long long sum = 0;
        for (int byte = 0; byte < 4; byte++) {
            const int x = uint(a(i)) >> 8 * byte & 255, y = uint(b(i)) >> 8 * byte & 255;
            const int signed_x = std::is_signed<A>::value && x > 127 ? x - 256 : x;
            const int signed_y = std::is_signed<B>::value && y > 127 ? y - 256 : y;
            sum += signed_x * signed_y;
        }
        return sum;
    };
    const vector<int, 12> acc = 0x7ffffff0;
    EXPECT_ALL(cm_dp4a(vector<int, 12>(-70000), a, b), -70000 + expected(i));
    EXPECT_ALL(cm_dp4a<int>(acc, a, b), int(uint(0x7ffffff0 + expected(i))));
    EXPECT_ALL(cm_dp4a<int>(acc, a, b, SAT), clamp(__int128(0x7ffffff0) + expected(i), INT32_MIN, INT32_MAX));
    EXPECT_ALL(cm_dp4a<uint>(5u, a, b, SAT), clamp(__int128(5) + expected(i), 0, UINT32_MAX));
}
TEST(Bits, DotProductOfBytes) {
    check_dp4a<int, int>();
    check_dp4a<uint, int>();
    check_dp4a<int, uint>();
    check_dp4a<uint, uint>();
}

TEST(Time, Advances) {
    const vector<uint, 4> a = cm_rdtsc(), b = cm_rdtsc();
    EXPECT_LE(a.format<unsigned long long>()(0), b.format<unsigned long long>()(0));
    EXPECT_EQ(a(2), 0u);
}

}  // namespace
