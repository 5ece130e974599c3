// SPDX-License-Identifier: MIT
// What the encoder accepts, and that its results depend on nothing else.
#include "encoded_scenes.h"
#include "genmedia/encode.h"

#include <gtest/gtest.h>

namespace genmedia {
namespace {

using test::color_noise;
using test::ColorPicture;
using test::drifting;

std::vector<uint8_t> encode_all(const EncoderOptions& options, int count) {
    Encoder encoder(options);
    std::vector<uint8_t> stream;
    for (int t = 0; t < count; t++) {
        EncodedPicture coded;
        const Status status = encoder.encode(drifting(options.width, options.height, t).view(), coded);
        EXPECT_TRUE(status.ok()) << status.message();
        stream.insert(stream.end(), coded.bytes.begin(), coded.bytes.end());
    }
    return stream;
}

TEST(Encoder, BytesDoNotDependOnThreads) {
    for (const int slices : {1, 3}) {
        EncoderOptions options{.width = 208, .height = 112};
        options.slices = slices;
        options.threads = 1;
        const std::vector<uint8_t> alone = encode_all(options, 4);
        for (const int threads : {2, 5}) {
            options.threads = threads;
            EXPECT_EQ(encode_all(options, 4), alone) << threads << " threads, " << slices << " slices";
        }
    }
}

// A process uses one backend from start to end, so separate programs compare backends: tests/tool.

TEST(Encoder, PicturesAreCodedAsTheyAreAskedFor) {
    EncoderOptions options{.width = 64, .height = 48};
    options.key_interval = 3;
    Encoder encoder(options);
    for (int t = 0; t < 8; t++) {
        EncodedPicture coded;
        ASSERT_TRUE(encoder.encode(drifting(64, 48, t).view(), coded).ok());
        EXPECT_EQ(coded.is_key, t % 3 == 0) << t;
        EXPECT_EQ(coded.qp, t % 3 == 0 ? 23 : 26);
        EXPECT_EQ(coded.decisions.size(), 12U);
        EXPECT_EQ(coded.columns, 4U);
        EXPECT_EQ(coded.rows, 3U);
    }
}

TEST(Encoder, AnotherSceneBeginsWithAKeyPicture) {
    for (const bool scene_cuts : {true, false}) {
        EncoderOptions options{.width = 96, .height = 96};
        options.scene_cuts = scene_cuts;
        Encoder encoder(options);
        EncodedPicture coded;
        ASSERT_TRUE(encoder.encode(color_noise(96, 96, 1).view(), coded).ok());
        ColorPicture gradient(96, 96);
        for (int y = 0; y < 96; y++)
            for (int x = 0; x < 96; x++) gradient.planes[0].at(x, y) = static_cast<uint8_t>(x + y);
        ASSERT_TRUE(encoder.encode(gradient.view(), coded).ok());
        EXPECT_EQ(coded.is_key, scene_cuts);
    }
}

TEST(Encoder, ABitRateIsMet) {
    for (const int64_t rate : {60'000, 250'000}) {
        EncoderOptions options{.width = 176, .height = 144};
        options.bit_rate = rate;
        Encoder encoder(options);
        size_t bytes = 0;
        constexpr int count = 75;
        for (int t = 0; t < count; t++) {
            EncodedPicture coded;
            ASSERT_TRUE(encoder.encode(drifting(176, 144, t).view(), coded).ok());
            bytes += coded.bytes.size();
        }
        const double seconds = count / 25.0, bits = 8.0 * static_cast<double>(bytes) / seconds;
        EXPECT_NEAR(bits / static_cast<double>(rate), 1, 0.15) << rate;
    }
}

TEST(Encoder, ImpossibleOptionsAreNamed) {
    const auto message = [](auto change) {
        EncoderOptions options{.width = 64, .height = 64};
        change(options);
        EncodedPicture coded;
        const Status status = Encoder(options).encode(ColorPicture(64, 64).view(), coded);
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        EXPECT_EQ(Encoder(options).validate().message(), status.message());
        return status.message();
    };
    EXPECT_EQ(message([](auto& o) { o.qp = 52; }), "EncoderOptions.qp is 52; expected 0..51");
    EXPECT_EQ(message([](auto& o) { o.width = 0; }), "EncoderOptions.width is 0; expected 1..16384");
    EXPECT_EQ(message([](auto& o) { o.slices = 5; }), "EncoderOptions.slices is 5; expected 1..4");
    EXPECT_EQ(message([](auto& o) { o.references = 5; }), "EncoderOptions.references is 5; expected 1..4");
    EXPECT_EQ(message([](auto& o) { o.chroma_location = 6; }),
              "EncoderOptions.chroma_location is 6; expected 0..5");
    EXPECT_EQ(message([](auto& o) { o.width = o.height = 16384; }),
              "a picture of 16384x16384 has 1048576 macroblocks; expected at most 139264, H.264's level 6.2");
    EXPECT_NE(message([](auto& o) { o.decisions.window = static_cast<vme::SearchWindow>(77); }).find("77"),
              std::string::npos);
}

TEST(Encoder, OtherPicturesAreRefused) {
    Encoder encoder({.width = 64, .height = 64});
    EncodedPicture coded;
    EXPECT_EQ(encoder.encode(ColorPicture(64, 62).view(), coded).message(),
              "picture.luma is 64x62; expected 64x64");
    ColorPicture picture(64, 64);
    Yuv420View view = picture.view();
    view.cr = {};
    EXPECT_EQ(encoder.encode(view, coded).message(), "picture.cr is empty; expected a plane");
    EXPECT_TRUE(encoder.reconstruction().luma.empty());
}

class GivenDecisions : public testing::Test {
protected:
    GivenDecisions() : decisions_(4) {
        for (MacroblockDecision& decision : decisions_) decision.type = MacroblockType::intra_16x16;
        for (MacroblockDecision& decision : decisions_) decision.luma_modes.fill(vme::LumaMode::dc);
    }
    Status encode(bool is_key) {
        return encoder_.encode(drifting(32, 32, time_++).view(), is_key, decisions_, coded_);
    }

    Encoder encoder_{{.width = 32, .height = 32}};
    std::vector<MacroblockDecision> decisions_;
    EncodedPicture coded_;
    int time_ = 0;
};

TEST_F(GivenDecisions, AreKeptAsTheyAre) {
    ASSERT_TRUE(encode(true).ok());
    EXPECT_EQ(coded_.decisions, decisions_);
    decisions_[3] = {};
    decisions_[3].type = MacroblockType::inter;
    decisions_[3].vectors.fill({7, -5});
    ASSERT_TRUE(encode(false).ok());
    EXPECT_EQ(coded_.decisions, decisions_);
}

TEST(Encoder, VectorsThatALevelDoesNotAllowAreNamed) {
    Encoder encoder({.width = 720, .height = 576, .rate_numerator = 30});  // level 3.1
    std::vector<MacroblockDecision> decisions(45 * 36);
    EncodedPicture coded;
    ASSERT_TRUE(encoder.encode(drifting(720, 576, 0).view(), coded).ok());
    for (const int i : {100, 101}) {
        MacroblockDecision& decision = decisions[static_cast<size_t>(i)];
        decision.type = MacroblockType::inter;
        decision.major_shape = vme::MajorShape::shape_8x8;
        decision.minor_shapes.fill(vme::MinorShape::shape_8x4);
    }
    decisions[101].minor_shapes[0] = vme::MinorShape::shape_4x4;
    EXPECT_EQ(
        encoder.encode(drifting(720, 576, 1).view(), false, decisions, coded).message(),
        "macroblock (11, 2): the number of vectors of it and the one before is 18; expected at most 16 at "
        "level 3.1");
}

TEST_F(GivenDecisions, ImpossibleOnesAreNamed) {
    EXPECT_EQ(encode(false).message(), "is_key is false for the first picture; expected true");
    decisions_[2].type = MacroblockType::inter;
    EXPECT_EQ(encode(true).message(), "macroblock (0, 1): is not intra; expected an IDR picture's to be");
    decisions_[2].type = MacroblockType::intra_16x16;
    decisions_[0].luma_modes.fill(vme::LumaMode::vertical);
    EXPECT_EQ(encode(true).message(),
              "macroblock (0, 0): luma_modes[0] is 0; expected one whose neighbours are there");
    decisions_[0].luma_modes.fill(static_cast<vme::LumaMode>(9));
    EXPECT_EQ(encode(true).message(), "macroblock (0, 0): luma_modes[0] is 9; expected 0..3");
    decisions_[0].luma_modes.fill(vme::LumaMode::dc);
    decisions_[1].chroma_mode = vme::ChromaMode::plane;
    EXPECT_EQ(encode(true).message(),
              "macroblock (1, 0): chroma_mode is 3; expected one whose neighbours are there");
    decisions_[1].chroma_mode = vme::ChromaMode::dc;
    ASSERT_TRUE(encode(true).ok());

    decisions_[1] = {};
    decisions_[1].type = MacroblockType::inter;
    decisions_[1].vectors.fill({0, 300});
    EXPECT_EQ(encode(false).message(),
              "macroblock (1, 0): a vector's y is 300; expected -256..255 at level 1.0");
    decisions_[1].vectors.fill({-8193, 0});
    EXPECT_EQ(encode(false).message(), "macroblock (1, 0): a vector's x is -8193; expected -8192..8191");
    decisions_[1].vectors.fill({4, 4});
    decisions_[1].vectors[5] = {};
    EXPECT_EQ(encode(false).message(), "macroblock (1, 0): vectors within a block differ; expected one");
    decisions_[1].vectors.fill({4, 4});
    decisions_[1].references.fill(1);
    EXPECT_EQ(encode(false).message(), "macroblock (1, 0): a reference is 1; expected 0..0");
    decisions_.pop_back();
    EXPECT_EQ(encode(false).message(), "the number of decisions is 3; expected 4, one a macroblock");
}

}  // namespace
}  // namespace genmedia
