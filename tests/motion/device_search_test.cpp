// SPDX-License-Identifier: MIT
// Pictures searched on OpenCL devices: the fields of this processor, value for value.
#include "genmedia/motion.h"

#include "motion/device_choice.h"
#include "motion/opencl/device_search.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <random>
#include <thread>
#include <tuple>

namespace genmedia::motion {
namespace {

using Samples = std::vector<uint8_t>;

// Waves and noise that move by (3, 2) pixels a picture, and a part that jumps much further.
Samples picture(int width, int height, int number) {
    Samples samples;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const bool jumps = x > width / 2 && y > height / 2;
            const int px = x + (jumps ? 60 : 3) * number, py = y + (jumps ? -40 : 2) * number;
            const uint32_t noise =
                (static_cast<uint32_t>(px) * 374761393u + static_cast<uint32_t>(py) * 668265263u) *
                    1274126177u >>
                27;
            samples.push_back(
                static_cast<uint8_t>(128 + 60 * std::sin(px * 0.11) * std::cos(py * 0.07) + noise));
        }
    }
    return samples;
}

struct Case {
    const char* name;
    MotionOptions options;
    int width, height;
    bool dual;
};

// Names the tests; without it their names would be bytes, with addresses.
void PrintTo(const Case& parameter, std::ostream* to) { *to << parameter.name; }

MotionOptions options_with(const std::function<void(MotionOptions&)>& change) {
    MotionOptions options;
    change(options);
    return options;
}

const std::vector<Case> kCases = {
    {"defaults", {}, 400, 208, false},
    {"both_directions", {}, 400, 208, true},
    {"odd_size", {}, 317, 243, true},
    {"too_small_for_levels", {}, 50, 40, false},
    {"no_predictor", options_with([](auto& o) { o.predictor = Predictor::none; }), 160, 96, true},
    {"spatial", options_with([](auto& o) { o.predictor = Predictor::spatial; }), 208, 112, false},
    {"spatial_both", options_with([](auto& o) { o.predictor = Predictor::spatial; }), 160, 96, true},
    {"integer", options_with([](auto& o) { o.subpixel = vme::SubpixelMode::integer; }), 160, 96, false},
    {"half", options_with([](auto& o) { o.subpixel = vme::SubpixelMode::half; }), 160, 96, false},
    {"diamond_haar", options_with([](auto& o) {
         o.window = vme::SearchWindow::diamond;
         o.distortion = vme::Distortion::haar;
     }),
     160, 96, false},
    {"no_costs", options_with([](auto& o) { o.default_costs = false; }), 160, 96, true},
    {"intra", options_with([](auto& o) { o.intra = true; }), 317, 243, false},
    {"intra_spatial_both", options_with([](auto& o) {
         o.intra = true;
         o.predictor = Predictor::spatial;
     }),
     160, 96, true},
    {"intra_haar_no_costs", options_with([](auto& o) {
         o.intra = true;
         o.distortion = vme::Distortion::haar;
         o.default_costs = false;
     }),
     150, 41, false},
    {"intra_one_macroblock", options_with([](auto& o) {
         o.intra = true;
         o.distortion = vme::Distortion::ac_haar;
     }),
     16, 16, false},
};

auto parts_of(const MacroblockIntra& intra) {
    return std::tie(intra.shape, intra.distortion, intra.luma_modes);
}

void expect_same(const MotionField& actual, const MotionField& expected) {
    ASSERT_EQ(actual.inter.size(), expected.inter.size());
    ASSERT_EQ(actual.intra.size(), expected.intra.size());
    for (size_t i = 0; i < expected.inter.size(); i++)
        ASSERT_EQ(actual.inter[i], expected.inter[i]) << "macroblock " << i;
    for (size_t i = 0; i < expected.intra.size(); i++)
        ASSERT_EQ(parts_of(actual.intra[i]), parts_of(expected.intra[i])) << "macroblock " << i;
}

class DeviceSearchTest : public testing::TestWithParam<Case> {};

TEST_P(DeviceSearchTest, GivesTheSameField) {
    const auto& [name, options, width, height, dual] = GetParam();
    const Samples previous = picture(width, height, 0), source = picture(width, height, 1),
                  next = picture(width, height, 2);
    const auto view = [&](const Samples& samples) { return PlaneView{samples.data(), width, height, width}; };
    MotionRequest request{.source = {view(source), {}}, .previous = view(previous), .next = {}};
    if (dual) request.next = view(next);
    MotionField expected;
    ASSERT_TRUE(MotionEstimator(options).estimate(request, expected).ok());
    if (list_devices().size() < 2) GTEST_SKIP() << "no OpenCL device (PoCL: package pocl-opencl-icd)";
    for (size_t number = 1; number < list_devices().size(); number++) {
        MotionOptions on_device = options;
        on_device.device = static_cast<int>(number);
        MotionEstimator estimator(on_device);
        EXPECT_FALSE(estimator.is_on_device());
        for (int repeat = 0; repeat < 2; repeat++) {
            MotionField actual;
            ASSERT_TRUE(estimator.estimate(request, actual).ok());
            ASSERT_TRUE(estimator.device_status().ok()) << estimator.device_status().message();
            ASSERT_TRUE(estimator.is_on_device());
            SCOPED_TRACE("device " + std::to_string(number));
            ASSERT_NO_FATAL_FAILURE(expect_same(actual, expected));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, DeviceSearchTest, testing::ValuesIn(kCases),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

// A device keeps the pictures of the call before. One of them has changed since, though only in few lines.
TEST(DeviceSearchTest, SeesWhereAPictureIsAnother) {
    if (list_devices().size() < 2) GTEST_SKIP() << "no OpenCL device (PoCL: package pocl-opencl-icd)";
    constexpr int width = 160, height = 96;
    Samples previous = picture(width, height, 0), source = picture(width, height, 1);
    const MotionRequest request{.source = {{source.data(), width, height, width}, {}},
                                .previous = {previous.data(), width, height, width},
                                .next = {}};
    MotionOptions options;
    options.device = 1;
    MotionEstimator on_device(options), here{MotionOptions{}};
    MotionField actual, expected;
    ASSERT_TRUE(on_device.estimate(request, actual).ok());
    for (Samples* changed : {&source, &previous, &source}) {
        for (int x = 40; x < 100; x++) (*changed)[37 * width + static_cast<size_t>(x)] ^= 0x5A;
        MotionField before = std::move(expected);
        ASSERT_TRUE(here.estimate(request, expected).ok());
        ASSERT_FALSE(expected.inter == before.inter);
        ASSERT_TRUE(on_device.estimate(request, actual).ok());
        ASSERT_TRUE(on_device.device_status().ok()) << on_device.device_status().message();
        expect_same(actual, expected);
    }
}

// A clip whose pictures are of two sizes, and its fields.
struct Clip {
    static constexpr size_t kPictures = 12;

    std::vector<Samples> samples;
    std::vector<MotionRequest> requests;
    std::vector<MotionField> expected{kPictures};

    Clip() {
        for (int i = 0; i <= static_cast<int>(kPictures); i++) samples.push_back(picture(160, 96, i));
        for (size_t i = 0; i < kPictures; i++) {
            const int height = i % 5 == 4 ? 80 : 96;
            requests.push_back({.source = {{samples[i + 1].data(), 160, height, 160}, {}},
                                .previous = {samples[i].data(), 160, height, 160},
                                .next = {}});
            EXPECT_TRUE(MotionEstimator({}).estimate(requests[i], expected[i]).ok());
        }
    }
};

// On this processor, and on a device if there is one.
class ManyPicturesTest : public testing::TestWithParam<int> {
protected:
    void SetUp() override {
        if (static_cast<size_t>(GetParam()) >= list_devices().size())
            GTEST_SKIP() << "no OpenCL device (PoCL: package pocl-opencl-icd)";
    }
    void TearDown() override {
        EXPECT_TRUE(estimator_.device_status().ok()) << estimator_.device_status().message();
        if (IsSkipped()) return;
        for (size_t i = 0; i < Clip::kPictures; i++) {
            SCOPED_TRACE("picture " + std::to_string(i));
            ASSERT_NO_FATAL_FAILURE(expect_same(actual_[i], clip_.expected[i]));
        }
    }

    const Clip clip_;
    MotionEstimator estimator_{options_with([](auto& o) { o.device = GetParam(); })};
    std::vector<MotionField> actual_{Clip::kPictures};
};

TEST_P(ManyPicturesTest, MoreThreadsThanADeviceServes) {
    std::atomic<size_t> next = 0;
    std::vector<std::jthread> threads;
    for (int t = 0; t < DeviceSearch::kInFlight + 2; t++)
        threads.emplace_back([&] {
            for (size_t i = next++; i < Clip::kPictures; i = next++)
                EXPECT_TRUE(estimator_.estimate(clip_.requests[i], actual_[i]).ok());
        });
}

TEST_P(ManyPicturesTest, OneCall) {
    const Status status = estimator_.estimate(clip_.requests, actual_);
    EXPECT_TRUE(status.ok()) << status.message();
}

INSTANTIATE_TEST_SUITE_P(All, ManyPicturesTest, testing::Values(kDeviceCpu, 1));

// A clip's first picture has none before it.
TEST(DeviceSearchTest, EstimatesIntraAlone) {
    if (list_devices().size() < 2) GTEST_SKIP() << "no OpenCL device (PoCL: package pocl-opencl-icd)";
    constexpr int width = 400, height = 208;
    const Samples first = picture(width, height, 0), second = picture(width, height, 1);
    const PlaneView before{first.data(), width, height, width}, source{second.data(), width, height, width};
    MotionOptions options = options_with([](auto& o) { o.intra = true; });
    MotionEstimator here(options);
    options.device = 1;
    MotionEstimator there(options);
    for (const MotionRequest& request :
         {MotionRequest{.source = {before, {}}, .previous = {}, .next = {}},
          MotionRequest{.source = {source, {}}, .previous = before, .next = {}},
          MotionRequest{.source = {source, {}}, .previous = {}, .next = {}}}) {
        MotionField expected, actual;
        ASSERT_TRUE(here.estimate(request, expected).ok());
        ASSERT_TRUE(there.estimate(request, actual).ok());
        ASSERT_TRUE(there.device_status().ok()) << there.device_status().message();
        ASSERT_NO_FATAL_FAILURE(expect_same(actual, expected));
        EXPECT_EQ(actual.has_inter, !request.previous.empty());
        EXPECT_TRUE(actual.has_intra);
    }
}

TEST(DeviceChoiceTest, RefusesWhatIsNotThere) {
    MotionOptions options;
    options.device = 99;
    const Samples samples = picture(64, 64, 0);
    const PlaneView view{samples.data(), 64, 64, 64};
    MotionField field;
    const Status status =
        MotionEstimator(options).estimate({.source = {view, {}}, .previous = view, .next = {}}, field);
    EXPECT_EQ(status.code(), StatusCode::not_found);
    EXPECT_NE(status.message().find("MotionOptions.device is 99"), std::string::npos) << status.message();
    EXPECT_TRUE(field.inter.empty());
}

// PoCL gives a buffer at most a quarter of its memory, which POCL_MEMORY_LIMIT (GB) sets when it starts: a
// test of its own, motion.devices.little_memory.
TEST(DeviceChoiceTest, GoesOnHereWhereADeviceFails) {
    if (std::getenv("POCL_MEMORY_LIMIT") == nullptr) GTEST_SKIP() << "POCL_MEMORY_LIMIT is not set";
    if (list_devices().size() < 2) GTEST_SKIP() << "no OpenCL device (PoCL: package pocl-opencl-icd)";
    constexpr int side = 9728;  // three pictures are more than a quarter
    const Samples samples(size_t{side} * side, 99);
    const PlaneView view{samples.data(), side, side, side};
    MotionOptions options = options_with([](auto& o) {
        o.window = vme::SearchWindow::extra_tiny;
        o.predictor = Predictor::none;
        o.subpixel = vme::SubpixelMode::integer;
        o.intra = true;
        o.device = 1;
    });
    MotionEstimator estimator(options);
    MotionField field;
    ASSERT_TRUE(estimator.estimate({.source = {view, {}}, .previous = view, .next = {}}, field).ok());
    EXPECT_EQ(estimator.device_status().code(), StatusCode::exhausted) << estimator.device_status().message();
    EXPECT_FALSE(estimator.is_on_device());
    ASSERT_EQ(field.inter.size(), size_t{side / 16} * (side / 16));
    for (const vme::InterResult& result : field.inter)
        ASSERT_EQ(result.vectors[0].forward, vme::MotionVector());
    ASSERT_EQ(field.intra.size(), field.inter.size());
    const uint32_t shape_alone =
        vme::default_intra_luma_shape_penalty(options.slice, options.qp).shape_16x16.value();
    // The first macroblock has no neighbours, by which all others are predicted without a difference.
    for (size_t i = 1; i < field.intra.size(); i++) ASSERT_EQ(field.intra[i].distortion, shape_alone);
}

}  // namespace
}  // namespace genmedia::motion
