// SPDX-License-Identifier: MIT
// True motion on OpenCL devices: the fields of this processor, bit for bit.
#include "genmedia/interpolate.h"
#include "genmedia/motion.h"
#include "moving_scenes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <functional>
#include <random>
#include <thread>

namespace genmedia::test {
namespace {

using Samples = std::vector<uint8_t>;
using Scene = std::function<double(int x, int y, int number)>;

Samples drawn(int width, int height, int number, const Scene& scene) {
    Samples samples;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            samples.push_back(static_cast<uint8_t>(std::clamp(scene(x, y, number), 0.0, 255.0)));
    return samples;
}

double noise(int x, int y, int number) {
    std::minstd_rand random(static_cast<unsigned>(x * 7919 + y * 104729 + number * 1299709 + 1));
    random.discard(3);
    return static_cast<double>(random() % 256);
}

// A ground that is panned, and two things before it, of which one moves fast.
double objects(int x, int y, int number) {
    const auto is_in = [&](double left, double top, double side) {
        return x >= left && y >= top && x < left + side && y < top + side;
    };
    if (is_in(30 + 31 * number, 50, 26)) return unlike(x - 31 * number + 700, y, 4);
    if (is_in(90, 60 - 6 * number, 40)) return unlike(x + 900, y + 6 * number, 7);
    return unlike(x + 2.3 * number, y - 1.4 * number, 6);
}

struct Case {
    const char* name;
    int width, height;
    Scene scene;
};

const std::vector<Case> kScenes = {
    {"objects", 333, 207, objects},
    {"odd_size", 167, 121, objects},
    {"far_pan", 352, 208, [](int x, int y, int n) { return unlike(x + 57 * n, y - 38 * n); }},
    {"zoom_and_turn", 320, 192,
     [](int x, int y, int n) {
         const double s = 1 + 0.05 * n, a = 0.06 * n, cx = x - 160, cy = y - 96;
         return unlike(s * (cx * std::cos(a) - cy * std::sin(a)) + 400,
                       s * (cx * std::sin(a) + cy * std::cos(a)) + 300, 9);
     }},
    {"waves", 256, 144,
     [](int x, int y, int n) {
         return unlike(x + 3 * std::sin(y * 0.1 + n), y + 2 * std::cos(x * 0.07 - n));
     }},
    {"cut", 200, 112, [](int x, int y, int n) { return unlike(x + 5000 * n, y + 3000 * n, 5 + n); }},
    {"noise", 176, 100, noise},
    {"noisy_pan", 240, 136,
     [](int x, int y, int n) { return unlike(x + 4 * n, y + n) + 0.12 * (noise(x, y, n) - 128); }},
    {"lines", 192, 120, [](int x, int, int n) { return (x + 3 * n) % 24 < 2 ? 220.0 : 40.0; }},
    {"facade", 240, 128,
     [](int x, int y, int n) { return (x + 5 * n) % 16 < 8 && y % 16 < 9 ? 180.0 : 60.0; }},
    {"flat", 160, 96, [](int, int, int n) { return 90.0 + 20 * n; }},
    {"black_and_white", 130, 90, [](int x, int, int n) { return (x + 9 * n) / 11 % 2 ? 255.0 : 0.0; }},
    {"one_level", 39, 70, objects},
    {"two_levels", 40, 64, objects},
    {"narrow", 9, 150, objects},
    {"one_column", 3, 32, objects},
    {"low", 301, 5, objects},
    {"block", 17, 9, objects},
    {"one_pixel", 1, 1, objects},
    {"five_pixels", 5, 1, noise},
};

// Names the tests; without it their names would be bytes, with addresses.
void PrintTo(const Case& parameter, std::ostream* to) { *to << parameter.name; }

void expect_same(const MotionField& actual, const MotionField& expected) {
    ASSERT_EQ(actual.inter.size(), expected.inter.size());
    ASSERT_EQ(actual.flow.size(), expected.flow.size());
    for (size_t i = 0; i < expected.inter.size(); i++)
        ASSERT_EQ(actual.inter[i], expected.inter[i]) << "macroblock " << i;
    const auto bits = [](float value) { return std::bit_cast<uint32_t>(value); };
    for (size_t i = 0; i < expected.flow.size(); i++) {
        ASSERT_EQ(bits(actual.flow[i].x), bits(expected.flow[i].x)) << "pixel " << i;
        ASSERT_EQ(bits(actual.flow[i].y), bits(expected.flow[i].y)) << "pixel " << i;
    }
    ASSERT_TRUE(actual.confidence == expected.confidence);
    ASSERT_TRUE(actual.occluded == expected.occluded);
    ASSERT_EQ(actual.scene_cut, expected.scene_cut);
}

MotionOptions true_motion(int device = kDeviceCpu) {
    MotionOptions options;
    options.field = Field::true_motion;
    options.device = device;
    return options;
}

// Searches one pair here and on device 1.
class Pair {
public:
    Pair(int width, int height, const Scene& scene)
        : width_(width),
          height_(height),
          before_(drawn(width, height, 0, scene)),
          now_(drawn(width, height, 1, scene)) {}

    MotionRequest request() const {
        return {.source = {view(now_), {}}, .previous = view(before_), .next = {}};
    }
    PlaneView before() const { return view(before_); }
    PlaneView now() const { return view(now_); }
    size_t macroblocks() const {
        return static_cast<size_t>((width_ + 15) / 16) * static_cast<size_t>((height_ + 15) / 16);
    }

    void expect_same_fields(const MotionRequest& request, MotionOptions options) const {
        MotionField expected, actual;
        options.device = kDeviceCpu;
        ASSERT_TRUE(MotionEstimator(options).estimate(request, expected).ok());
        options.device = 1;
        MotionEstimator estimator(options);
        const Status status = estimator.estimate(request, actual);
        ASSERT_TRUE(status.ok()) << status.message();
        ASSERT_TRUE(estimator.device_status().ok()) << estimator.device_status().message();
        ASSERT_TRUE(estimator.is_on_device());
        expect_same(actual, expected);
    }

private:
    PlaneView view(const Samples& samples) const { return {samples.data(), width_, height_, width_}; }

    int width_, height_;
    Samples before_, now_;
};

class DeviceFieldTest : public testing::Test {
protected:
    void SetUp() override {
        if (list_devices().size() < 2) GTEST_SKIP() << "no OpenCL device (PoCL: package pocl-opencl-icd)";
    }
};

class DeviceFieldSceneTest : public testing::TestWithParam<Case> {};

TEST_P(DeviceFieldSceneTest, GivesTheSameField) {
    if (list_devices().size() < 2) GTEST_SKIP() << "no OpenCL device (PoCL: package pocl-opencl-icd)";
    const auto& [name, width, height, scene] = GetParam();
    const Pair pair(width, height, scene);
    MotionOptions options = true_motion();
    pair.expect_same_fields(pair.request(), options);
    options.per_pixel = options.confidence = options.scene_cuts = true;
    pair.expect_same_fields(pair.request(), options);
}

INSTANTIATE_TEST_SUITE_P(All, DeviceFieldSceneTest, testing::ValuesIn(kScenes),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

TEST_F(DeviceFieldTest, TakesAnySmoothness) {
    const Pair pair(200, 120, objects);
    for (const float smoothness : {0.F, 0.37F, 4.F, 100.F}) {
        MotionOptions options = true_motion();
        options.smoothness = smoothness;
        pair.expect_same_fields(pair.request(), options);
    }
}

// Along what is expected, texture matches but for noise, and by chance better a period away.
TEST_F(DeviceFieldTest, SearchesNotFarWhereTextureMatches) {
    for (const int period : {6, 7, 8}) {
        const Pair pair(240, 136, [&](int x, int y, int n) {
            return 0.85 * noise((x + 4 * n) / 2 % period, (y + n) / 2, 9) + 0.15 * noise(x, y, n);
        });
        for (const float smoothness : {0.F, 1.F}) {
            SCOPED_TRACE(std::to_string(period) + " " + std::to_string(smoothness));
            MotionOptions options = true_motion();
            options.smoothness = smoothness;
            pair.expect_same_fields(pair.request(), options);
        }
    }
}

TEST_F(DeviceFieldTest, BeginsWhereItIsTold) {
    const Pair pair(333, 207, [](int x, int y, int n) { return unlike(x + 143 * n, y - 71 * n); });
    std::mt19937 random(5);
    std::vector<FlowVector> start(pair.macroblocks());
    for (FlowVector& v : start) {
        const auto error = [&] { return static_cast<float>(random() % 1000) * 0.01F; };
        v = random() % 7 == 0 ? FlowVector{error() * 900, -error() * 1600}
                              : FlowVector{143 + error(), -71 - error()};
    }
    MotionRequest request = pair.request();
    request.start = start;
    MotionOptions options = true_motion();
    options.confidence = true;
    pair.expect_same_fields(request, options);
}

TEST_F(DeviceFieldTest, RoundsDeepSamples) {
    constexpr int width = 150, height = 87;
    std::vector<uint16_t> samples[2];
    for (int n = 0; n < 2; n++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                samples[n].push_back(static_cast<uint16_t>(4 * unlike(x + 5.5 * n, y)));
    const auto view = [&](int n) {
        PlaneView plane{reinterpret_cast<const uint8_t*>(samples[n].data()), width, height, 2 * width};
        plane.bytes_per_sample = 2;
        return plane;
    };
    const Pair pair(width, height, objects);
    pair.expect_same_fields({.source = {view(1), {}}, .previous = view(0), .next = {}, .bits = 10},
                            true_motion());
}

TEST_F(DeviceFieldTest, EstimatesIntraHereAsWell) {
    const Pair pair(128, 80, objects);
    MotionOptions options = true_motion();
    options.intra = true;
    MotionField expected, actual;
    ASSERT_TRUE(MotionEstimator(options).estimate(pair.request(), expected).ok());
    options.device = 1;
    MotionEstimator estimator(options);
    ASSERT_TRUE(estimator.estimate(pair.request(), actual).ok());
    ASSERT_TRUE(estimator.is_on_device());
    expect_same(actual, expected);
    ASSERT_EQ(actual.intra.size(), expected.intra.size());
    for (size_t i = 0; i < expected.intra.size(); i++)
        ASSERT_EQ(actual.intra[i].distortion, expected.intra[i].distortion);
}

TEST_F(DeviceFieldTest, SearchesPreparedPicturesBothWays) {
    const Pair pair(222, 130, objects);
    PreparedPicture before, now;
    ASSERT_TRUE(before.set(pair.before()).ok());
    ASSERT_TRUE(now.set(pair.now()).ok());
    for (const bool all : {false, true}) {
        MotionOptions options = true_motion();
        options.confidence = options.per_pixel = options.scene_cuts = all;
        MotionField expected, actual, expected_back, actual_back;
        ASSERT_TRUE(MotionEstimator(options).estimate(now, before, expected, expected_back).ok());
        options.device = 1;
        MotionEstimator estimator(options);
        ASSERT_TRUE(estimator.estimate(now, before, actual, actual_back).ok());
        ASSERT_TRUE(estimator.is_on_device());
        expect_same(actual, expected);
        expect_same(actual_back, expected_back);
        ASSERT_TRUE(estimator.estimate(now, before, actual).ok());
        expect_same(actual, expected);
    }
}

// Pictures between two others, along the motion that a device finds.
TEST_F(DeviceFieldTest, MakesTheSamePicturesBetween) {
    constexpr int width = 201, height = 118;
    for (const auto& scene : kScenes) {
        const Pair pair(width, height, scene.scene);
        const auto middle = [&](MotionEstimator& estimator) {
            PicturePair between;
            const Status status =
                between.set(YuvView{pair.before(), {}, {}}, YuvView{pair.now(), {}, {}}, estimator);
            EXPECT_TRUE(status.ok()) << status.message();
            PicturePair back;  // from the second picture to the first again
            EXPECT_TRUE(back.set_after(between, YuvView{pair.before(), {}, {}}, estimator).ok());
            Samples samples(2 * size_t{width} * height);
            uint8_t* at = samples.data();
            for (const PicturePair* made : {&between, &back}) {
                EXPECT_TRUE(made->render(0.4, {.luma = {at, width}, .cb = {}, .cr = {}}).ok());
                at += size_t{width} * height;
            }
            return std::pair(samples, between.is_cut());
        };
        MotionEstimator here(true_motion()), there(true_motion(1));
        const auto expected = middle(here);
        ASSERT_EQ(middle(there), expected) << scene.name;
        ASSERT_NE(there.is_on_device(), expected.second) << scene.name;  // at a cut nothing is searched
    }
    MotionEstimator codec{MotionOptions{}};
    const Status status = PicturePair().set({}, {}, codec);
    EXPECT_EQ(status.code(), StatusCode::invalid_argument);
    EXPECT_NE(status.message().find("MotionOptions.field is codec"), std::string::npos) << status.message();
}

// A clip of two sizes, whose fields one estimator finds for many threads.
TEST_F(DeviceFieldTest, ServesManyThreads) {
    constexpr size_t count = 14;
    std::vector<Samples> samples;
    for (size_t i = 0; i <= count; i++) samples.push_back(drawn(160, 96, static_cast<int>(i), objects));
    std::vector<MotionField> expected(count), actual(count);
    std::vector<MotionRequest> requests;
    for (size_t i = 0; i < count; i++) {
        const int height = i % 5 == 4 ? 80 : 96;
        requests.push_back({.source = {{samples[i + 1].data(), 160, height, 160}, {}},
                            .previous = {samples[i].data(), 160, height, 160},
                            .next = {}});
    }
    for (const bool all : {false, true}) {
        MotionOptions options = true_motion();
        options.per_pixel = options.confidence = all;
        ASSERT_TRUE(MotionEstimator(options).estimate(requests, expected).ok());
        options.device = 1;
        MotionEstimator estimator(options);
        std::atomic<size_t> next = 0;
        std::vector<std::jthread> threads;
        for (int t = 0; t < 10; t++)
            threads.emplace_back([&] {
                for (size_t i = next++; i < count; i = next++)
                    EXPECT_TRUE(estimator.estimate(requests[i], actual[i]).ok());
            });
        threads.clear();
        EXPECT_TRUE(estimator.device_status().ok()) << estimator.device_status().message();
        EXPECT_TRUE(estimator.is_on_device());
        for (size_t i = 0; i < count; i++) {
            SCOPED_TRACE("picture " + std::to_string(i));
            ASSERT_NO_FATAL_FAILURE(expect_same(actual[i], expected[i]));
        }
    }
}

TEST_F(DeviceFieldTest, RefusesRefinement) {
    const Pair pair(64, 48, objects);
    MotionOptions options = true_motion(1);
    options.refined = true;
    MotionField field;
    const Status status = MotionEstimator(options).estimate(pair.request(), field);
    EXPECT_EQ(status.code(), StatusCode::invalid_argument);
    EXPECT_NE(status.message().find("MotionOptions.device is 1"), std::string::npos) << status.message();
    options.device = kDeviceAuto;
    MotionEstimator automatic(options);
    EXPECT_TRUE(automatic.estimate(pair.request(), field).ok());
    EXPECT_FALSE(automatic.is_on_device());
}

}  // namespace
}  // namespace genmedia::test
