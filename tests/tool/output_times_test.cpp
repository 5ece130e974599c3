// SPDX-License-Identifier: MIT
#include "tools/interpolate/output_times.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using genmedia::media::FrameRate;

TEST(RateRequest, ReadsRates) {
    struct {
        const char* text;
        bool times_input;
        int32_t numerator, denominator;
    } const cases[] = {{"60", false, 60, 1},
                       {"x2", true, 2, 1},
                       {"59.94", false, 5994, 100},
                       {"x2.5", true, 25, 10},
                       {"60000/1001", false, 60000, 1001},
                       {"x3/2", true, 3, 2},
                       {"0.5", false, 5, 10}};
    for (const auto& wanted : cases) {
        const auto rate = RateRequest::parse(wanted.text);
        ASSERT_TRUE(rate) << wanted.text;
        EXPECT_EQ(rate->times_input, wanted.times_input);
        EXPECT_EQ(rate->numerator, wanted.numerator);
        EXPECT_EQ(rate->denominator, wanted.denominator);
    }
    for (const char* wrong : {"", "x", "0", "-1", "2x", "60/0", "60/", "/2", "1.", ".5", "1.23456", "nan",
                              "1e3", "x-2", "99999999999", "60 "})
        EXPECT_FALSE(RateRequest::parse(wrong)) << wrong;
}

TEST(RateRequest, TimesTheInputsIsExact) {
    const auto rate = RateRequest::parse("x2")->of({24000, 1001});
    ASSERT_TRUE(rate);
    EXPECT_EQ(rate->numerator, 48000);
    EXPECT_EQ(rate->denominator, 1001);
    EXPECT_FALSE(RateRequest::parse("x2000000")->of({24000, 1001}));
}

// 24000/1001 pictures a second to 60, in ticks of 1/24000 second: the input's pictures are 1001 apart.
TEST(OutputTimes, LieBetweenTheInputs) {
    const OutputTimes times({60, 1}, 24000);
    EXPECT_EQ(times.count_before(0), 0);
    EXPECT_EQ(times.count_before(1001), 3);  // at 0, 400, 800
    EXPECT_EQ(times.count_before(2002), 6);  // and 1200, 1600, 2000
    EXPECT_EQ(times.count_before(400), 1);   // not the one at 400
    EXPECT_DOUBLE_EQ(times.place(1, 0, 1001), 400.0 / 1001);
    EXPECT_DOUBLE_EQ(times.place(4, 1001, 2002), (1600.0 - 1001) / 1001);
    EXPECT_EQ(times.place(0, 0, 1001), 0);
    EXPECT_EQ(times.place(5, 1001, 2002), 1);  // at 2000: two ticks of 1001 before it
    EXPECT_EQ(times.count_before(int64_t{1} << 50), ((int64_t{1} << 50) * 60 + 23999) / 24000);
}

// What a file says may be anything.
TEST(OutputTimes, TimesAtTheEndsOfTheNumbers) {
    constexpr int64_t most = int64_t{1} << 61;
    const InputTimes times({1, 1'000'000}, {1'000'000, 1});
    EXPECT_GE(times.of(most), most);
    EXPECT_LE(times.of(-most), -most);
    EXPECT_GE(OutputTimes({2'000'000'000, 1}, 1).count_before(most), most);
}

// Milliseconds, of which Matroska's times are: 24000/1001 pictures a second, also where the first picture is
// not at 0, and times that are none of the rate's.
TEST(InputTimes, AreWhereTheRateHasThem) {
    const InputTimes times({1, 1000}, {24000, 1001});
    const double frame = 1001 * times.a_second() / 24000;
    for (const int first : {0, 7, 23})
        for (int number = 0; number < 500; number++) {
            const auto rounded = [&](double seconds) {
                return static_cast<int64_t>(std::lround(seconds * 1000));
            };
            const int64_t ticks = rounded((first + number * 1001) / 24000.0) - rounded(first / 24000.0);
            EXPECT_EQ(static_cast<double>(times.of(ticks)), number * frame) << first << " " << number;
        }
    EXPECT_EQ(static_cast<double>(times.of(20)), 0.02 * times.a_second());
    // Nanoseconds and a rate of as large numbers.
    const InputTimes fine({1, 1'000'000'000}, {1'000'000'000, 33'366'667});
    EXPECT_EQ(fine.of(7), 7);
    EXPECT_EQ(fine.a_second(), 1e9);
}

}  // namespace
