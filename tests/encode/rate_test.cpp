// SPDX-License-Identifier: MIT
// What a stream says of its level and rate, and how it keeps to them.
#include "encode/bitstream/level.h"
#include "encode/decisions/rate_control.h"
#include "encode/validate_options.h"
#include "encoded_scenes.h"
#include "genmedia/encode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace genmedia::encode {
namespace {

using test::color_noise;
using test::drifting;
using test::restless;

// ITU-T H.264, table A-1, and the limits of A.3.1.
TEST(Level, IsTheLowestWithRoom) {
    struct Row {
        int32_t width, height, rate, references;
        int64_t bit_rate, max_rate, buffer;
        int idc;
    };
    const Row rows[] = {
        {176, 144, 15, 1, 0, 0, 0, 10},                  // 99 macroblocks, 1485 a second
        {176, 144, 25, 1, 0, 0, 0, 11},                  // 2475 a second
        {176, 144, 15, 1, 64'000, 0, 0, 10},             // MaxBR
        {176, 144, 15, 1, 64'001, 0, 0, 11},             //
        {176, 144, 15, 1, 192'001, 0, 0, 12},            //
        {176, 144, 15, 1, 60'000, 64'001, 0, 11},        // the most counts, not the mean
        {176, 144, 15, 1, 60'000, 64'000, 175'000, 10},  // MaxCPB
        {176, 144, 15, 1, 60'000, 64'000, 175'001, 11},
        {320, 240, 25, 1, 0, 0, 0, 13},            // 300 macroblocks, 7500 a second
        {320, 240, 20, 1, 384'000, 0, 0, 12},      //
        {320, 240, 20, 1, 384'001, 0, 0, 13},      //
        {320, 240, 20, 1, 1'200'000, 0, 0, 20},    //
        {320, 240, 20, 1, 2'000'001, 0, 0, 21},    //
        {352, 288, 30, 1, 0, 0, 0, 13},            //
        {352, 288, 30, 4, 0, 0, 0, 13},            // 1584 of 2376 macroblocks kept
        {352, 288, 30, 1, 4'000'001, 0, 0, 30},    //
        {352, 288, 30, 1, 10'000'001, 0, 0, 31},   //
        {720, 576, 25, 1, 0, 0, 0, 30},            //
        {1280, 720, 30, 1, 14'000'000, 0, 0, 31},  //
        {1280, 720, 30, 1, 14'000'001, 0, 0, 32},  //
        {1280, 720, 30, 1, 20'000'000, 20'000'000, 25'000'000, 40},
        {1920, 1080, 30, 4, 0, 0, 0, 40},           //
        {1920, 1080, 30, 4, 20'000'001, 0, 0, 41},  //
        {1920, 1080, 60, 4, 0, 0, 0, 42},           //
        {1920, 1080, 60, 4, 50'000'001, 0, 0, 50},  //
        {3840, 2160, 30, 1, 0, 0, 0, 51},           //
        {3840, 2160, 60, 1, 0, 0, 0, 52},           //
        {7680, 4320, 30, 1, 0, 0, 0, 60},           //
        {7680, 4320, 60, 1, 0, 0, 0, 61},           //
        {16, 448, 1, 1, 0, 0, 0, 10},   // 28 macroblocks: at most the root of 8 * 99, which is 28.1
        {16, 464, 1, 1, 0, 0, 0, 11},   //
        {16, 4096, 1, 1, 0, 0, 0, 40},  // 256: of 8 * 8192
        {4096, 16, 1, 1, 0, 0, 0, 40},
    };
    for (const Row& row : rows) {
        EncoderOptions options{.width = row.width, .height = row.height};
        options.rate_numerator = row.rate;
        options.references = row.references;
        options.bit_rate = row.bit_rate;
        options.max_rate = row.max_rate;
        options.buffer = row.buffer;
        ASSERT_NE(level_for(options), nullptr);
        EXPECT_EQ(static_cast<int>(level_for(options)->idc), row.idc)
            << row.width << "x" << row.height << " " << row.rate << " " << row.bit_rate << " "
            << row.max_rate;
        // The parameter sets say so: byte 3 of the first NAL unit. [7.3.2.1.1]
        EXPECT_EQ(Encoder(options).parameter_sets().at(7), row.idc);
    }
}

TEST(Level, WhatNoneAllowsIsRefused) {
    const auto message = [](auto change) {
        EncoderOptions options{.width = 1920, .height = 1088};
        change(options);
        const Status status = Encoder(options).validate();
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        return status.message();
    };
    EXPECT_EQ(message([](auto& o) { o.bit_rate = 800'000'001; }),
              "EncoderOptions.bit_rate is 800000001; expected at most 800000000, H.264's level 6.2");
    EXPECT_EQ(message([](auto& o) { o.max_rate = 800'000'001; }),
              "EncoderOptions.max_rate is 800000001; expected at most 800000000, H.264's level 6.2");
    EXPECT_EQ(message([](auto& o) { o.max_rate = 1, o.buffer = 800'000'001; }),
              "EncoderOptions.buffer is 800000001; expected at most 800000000, H.264's level 6.2");
    EXPECT_EQ(message([](auto& o) { o.rate_numerator = 3000; }),
              "3000/1 pictures of 1920x1088 a second; expected at most 2048, H.264's level 6.2");
    EXPECT_EQ(message([](auto& o) { o.bit_rate = 1000, o.max_rate = 999; }),
              "EncoderOptions.max_rate is 999; expected at least bit_rate, 1000");
    EXPECT_EQ(message([](auto& o) { o.buffer = 999; }),
              "EncoderOptions.buffer is 999; expected 0 without max_rate");
    EXPECT_EQ(message([](auto& o) { o.max_rate = 250'000, o.buffer = 9'999; }),
              "EncoderOptions.buffer is 9999; expected at least a picture's bits, 10001");
}

// Level 1 has 64,000 bits a second, 175,000 of a buffer and 1485 macroblocks a second, of which each is at
// most 384 / 2 bytes: 152,064 bits of a picture at 15 a second.
TEST(StreamLevel, RisesWithWhatIsThere) {
    EncoderOptions options{.width = 176, .height = 144};
    options.rate_numerator = 15;
    StreamLevel level(options);
    ASSERT_EQ(level.level()->idc, 10);
    EXPECT_EQ(level.room(), 99 * 8 * 384 / 2);  // the first picture: its own macroblocks
    for (int i = 0; i < 40; i++) {
        level.add(64'000.0 / 15, 2);
        EXPECT_EQ(level.level()->idc, 10) << i;
    }
    EXPECT_NEAR(level.room(), 152'064, 1);
    level.add(150'000, 2);
    EXPECT_EQ(level.level()->idc, 10);
    level.add(60'000, 2);  // 150,000 - 64,000 / 15 + 60,000 are more than 175,000
    EXPECT_EQ(level.level()->idc, 11);
    level.add(400'000, 2);
    EXPECT_EQ(level.level()->idc, 12);  // 1.1's picture has 3000 * 8 * 192 / 15 = 307,200 at most
    EXPECT_LT(level.room(20), level.room(16));
    level.add(10, 20);  // 3.1 and above have 16
    EXPECT_EQ(level.room(16), level.room(32));
    EXPECT_EQ(level.level()->idc, 12);
    level.add(1e9, 2);
    EXPECT_EQ(level.level(), nullptr);
}

TEST(StreamLevel, CountsVectorsOfTwoMacroblocks) {
    std::vector<MacroblockDecision> decisions(4);
    EXPECT_EQ(vectors_of_two(decisions), 2);  // skipped ones have a vector
    decisions[1].type = MacroblockType::intra_4x4;
    decisions[2].type = MacroblockType::inter;
    decisions[2].major_shape = vme::MajorShape::shape_8x8;
    decisions[2].minor_shapes = {vme::MinorShape::shape_8x8, vme::MinorShape::shape_8x4,
                                 vme::MinorShape::shape_4x8, vme::MinorShape::shape_4x4};
    EXPECT_EQ(vectors_of_two(decisions), 1 + 2 + 2 + 4 + 1);
}

class Rates : public testing::Test {
protected:
    // Of each picture.
    static std::vector<double> bits_of(const EncoderOptions& options, int count = 100) {
        Encoder encoder(options);
        std::vector<double> bits;
        EncodedPicture coded;
        for (int t = 0; t < count; t++) {
            const Status status = encoder.encode(restless(options.width, options.height, t).view(), coded);
            EXPECT_TRUE(status.ok()) << status.message();
            bits.push_back(8.0 * static_cast<double>(coded.bytes.size()));
        }
        return bits;
    }
};

// A bucket with a hole: pictures pour into it, and it must not run over.
TEST_F(Rates, TheBufferHolds) {
    for (const auto& [rate, buffer] : {std::pair{200'000, 100'000}, {200'000, 400'000}, {400'000, 40'000}})
        for (const int64_t mean : {0, 150'000}) {
            EncoderOptions options{.width = 96, .height = 96, .qp = 20};
            options.bit_rate = mean;
            options.max_rate = rate;
            options.buffer = buffer;
            double filled = 0, most = 0;
            for (const double bits : bits_of(options)) {
                filled += bits;
                most = std::max(most, filled);
                filled = std::max(0.0, filled - rate / 25.0);
            }
            EXPECT_LE(most, buffer) << rate << " " << mean;
            EXPECT_GT(most, buffer / 2) << rate << " " << mean;  // and is used
        }
}

TEST_F(Rates, NoSecondTakesTwice) {
    for (const int64_t rate : {60'000, 150'000, 500'000}) {
        EncoderOptions options{.width = 96, .height = 96};
        options.bit_rate = rate;
        const std::vector<double> bits = bits_of(options);
        double all = 0;
        for (size_t i = 0; i + 25 <= bits.size(); i++) {
            double second = 0;
            for (size_t k = i; k < i + 25; k++) second += bits[k];
            EXPECT_LT(second, 2.0 * static_cast<double>(rate)) << rate << " from picture " << i;
        }
        for (const double picture : bits) all += picture;
        EXPECT_NEAR(all / 4 / static_cast<double>(rate), 1, 0.25) << rate;
    }
}

// Whatever QP the user names: the first picture's follows from the rate.
TEST_F(Rates, TheFirstPictureKnowsTheRate) {
    for (const int qp : {0, 26, 51}) {
        EncoderOptions options{.width = 176, .height = 144, .qp = qp};
        options.bit_rate = 200'000;
        Encoder encoder(options);
        EncodedPicture coded;
        ASSERT_TRUE(encoder.encode(drifting(176, 144, 0).view(), coded).ok());
        EXPECT_LT(8 * coded.bytes.size(), 100'000U) << qp;
        EXPECT_GT(8 * coded.bytes.size(), 20'000U) << qp;
    }
}

TEST(RateControl, TriesAgainWhatDoesNotFit) {
    EncoderOptions options{.width = 176, .height = 144};
    options.max_rate = 256'000;
    options.buffer = 128'000;
    RateControl control(options);
    EXPECT_EQ(control.qp(false), 26);
    EXPECT_FALSE(control.again(false, 26, 128'000, 1, 1e9));
    EXPECT_EQ(control.again(false, 26, 256'000, 1, 1e9), 32);  // six steps halve the bits
    EXPECT_EQ(control.again(false, 26, 128'001, 1, 1e9), 27);
    EXPECT_EQ(control.again(false, 26, 50'000, 1, 25'000), 32);  // what the level leaves
    EXPECT_EQ(control.again(false, 50, 800'000, 1, 1e9), 51);
    EXPECT_FALSE(control.again(false, 51, 800'000, 1, 1e9));
    control.add(false, 26, 90'000);
    EXPECT_TRUE(control.again(false, 26, 48'241, 1, 1e9));  // 90,000 less 10,240 a picture are in the buffer
    EXPECT_FALSE(control.again(false, 26, 48'240, 1, 1e9));
}

// A level for a rate is kept to; one for a QP is what the pictures need.
TEST_F(Rates, TheLevelIsWhatThePicturesNeed) {
    EncoderOptions options{.width = 96, .height = 96, .qp = 0};
    Encoder by_qp(options);
    EXPECT_EQ(by_qp.parameter_sets().at(7), 10);
    EncodedPicture coded;
    double bits = 0;
    for (int t = 0; t < 25; t++) {
        ASSERT_TRUE(by_qp.encode(color_noise(96, 96, static_cast<uint64_t>(t)).view(), coded).ok());
        bits += 8.0 * static_cast<double>(coded.bytes.size());
    }
    const auto& found = *std::find_if(levels().begin(), levels().end(), [&](const Level& level) {
        return level.idc == by_qp.parameter_sets().at(7);
    });
    EXPECT_GE(1e3 * (found.bit_rate + found.buffer), bits);
    EXPECT_GT(found.idc, 20);
    options.bit_rate = 60'000;
    Encoder by_rate(options);
    for (int t = 0; t < 25; t++) ASSERT_TRUE(by_rate.encode(drifting(96, 96, t).view(), coded).ok());
    EXPECT_EQ(by_rate.parameter_sets().at(7), 10);
}

}  // namespace
}  // namespace genmedia::encode
