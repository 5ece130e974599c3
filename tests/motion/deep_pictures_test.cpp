// SPDX-License-Identifier: MIT
// Pictures of more than 8 bits, and with chroma of all layouts.
#include "genmedia/interpolate.h"
#include "genmedia/motion.h"
#include "moving_scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace genmedia::deep_pictures_test {
namespace {

constexpr int kColumns = 151, kLines = 110;

template <class Sample>
struct Planes {
    int bits, chroma_width, chroma_height;
    std::array<std::vector<Sample>, 3> samples;

    int width(int p) const { return p == 0 ? kColumns : chroma_width; }
    int height(int p) const { return p == 0 ? kLines : chroma_height; }
    PlaneView plane(int p) const {
        return {reinterpret_cast<const uint8_t*>(samples[static_cast<size_t>(p)].data()), width(p), height(p),
                static_cast<ptrdiff_t>(width(p) * sizeof(Sample)), sizeof(Sample)};
    }
    YuvView view() const { return {plane(0), plane(1), plane(2), bits}; }
    YuvTarget target() {
        const auto one = [&](int p) {
            return YuvTarget::Plane{reinterpret_cast<uint8_t*>(samples[static_cast<size_t>(p)].data()),
                                    static_cast<ptrdiff_t>(width(p) * sizeof(Sample))};
        };
        return {one(0), one(1), one(2)};
    }
};

// A scene moved by (dx, dy), whose chroma shows what luma does; each sample has 8 bits times 2 ^ (bits - 8).
template <class Sample>
Planes<Sample> scene(int bits, bool half_width, bool half_height, double dx, double dy) {
    Planes<Sample> planes{
        bits, half_width ? (kColumns + 1) / 2 : kColumns, half_height ? (kLines + 1) / 2 : kLines, {}};
    for (int p = 0; p < 3; p++) {
        const int across = p > 0 && half_width ? 2 : 1, down = p > 0 && half_height ? 2 : 1;
        auto& samples = planes.samples[static_cast<size_t>(p)];
        for (int y = 0; y < planes.height(p); y++)
            for (int x = 0; x < planes.width(p); x++) {
                const double gray = test::unlike(across * x + (across - 1) / 2.0 - dx + 40,
                                                 down * y + (down - 1) / 2.0 - dy + 40, 9);
                samples.push_back(static_cast<Sample>(std::lround(gray) << (bits - 8)));
            }
    }
    return planes;
}

template <class Sample>
Planes<Sample> half_way(const Planes<Sample>& first, const Planes<Sample>& second) {
    PicturePair pair;
    EXPECT_TRUE(pair.set(first.view(), second.view()).ok());
    EXPECT_FALSE(pair.is_cut());
    Planes<Sample> result = first;
    EXPECT_TRUE(pair.render(0.5, result.target()).ok());
    return result;
}

TEST(DeepPictures, AllLayoutsOfChromaMoveAsLuma) {
    for (const bool half_width : {false, true})
        for (const bool half_height : {false, true}) {
            const auto at = [&](double time) {
                return scene<uint8_t>(8, half_width, half_height, 6 * time, -4 * time);
            };
            const Planes<uint8_t> made = half_way(at(0), at(1)), truth = at(0.5);
            for (int p = 0; p < 3; p++)
                for (int y = 12; y < made.height(p) - 12; y++)
                    for (int x = 12; x < made.width(p) - 12; x++) {
                        const auto i = static_cast<size_t>(y * made.width(p) + x);
                        ASSERT_NEAR(made.samples[static_cast<size_t>(p)][i],
                                    truth.samples[static_cast<size_t>(p)][i], 6)
                            << half_width << half_height << " plane " << p << " at " << x << " " << y;
                    }
            if (!half_width && !half_height) {
                EXPECT_EQ(made.samples[1], made.samples[0]);
            }
        }
}

// The same vectors as of 8 bits, so that nothing but the rounding of samples differs.
TEST(DeepPictures, AreMadeInTheirOwnDepth) {
    const Planes<uint8_t> eight =
        half_way(scene<uint8_t>(8, true, true, 0, 0), scene<uint8_t>(8, true, true, 5, 3));
    for (const int bits : {9, 10, 12, 16}) {
        const Planes<uint16_t> deep =
            half_way(scene<uint16_t>(bits, true, true, 0, 0), scene<uint16_t>(bits, true, true, 5, 3));
        const int scale = 1 << (bits - 8);
        int finer = 0;
        for (size_t p = 0; p < 3; p++)
            for (size_t i = 0; i < deep.samples[p].size(); i++) {
                ASSERT_LE(std::abs(deep.samples[p][i] - scale * eight.samples[p][i]), scale / 2 + 1);
                finer += deep.samples[p][i] % scale != 0;
            }
        EXPECT_GT(finer, 1000) << bits;
    }
}

TEST(DeepPictures, AreCopiedAtTheEndsAndAtCuts) {
    const auto first = scene<uint16_t>(12, false, true, 0, 0);
    auto second = first;
    for (auto& plane : second.samples)
        for (size_t i = 0; i < plane.size(); i++) plane[i] = static_cast<uint16_t>(i * 2654435761U >> 20);
    PicturePair pair;
    ASSERT_TRUE(pair.set(first.view(), second.view()).ok());
    ASSERT_TRUE(pair.is_cut());
    for (const double time : {0.0, 0.4, 0.6, 1.0}) {
        Planes<uint16_t> result = scene<uint16_t>(12, false, true, 50, 50);
        ASSERT_TRUE(pair.render(time, result.target()).ok());
        EXPECT_EQ(result.samples, time < 0.5 ? first.samples : second.samples);
    }
}

TEST(DeepPictures, AreSearchedAsIfRoundedTo8Bits) {
    const auto a = scene<uint8_t>(8, true, true, 0, 0), b = scene<uint8_t>(8, true, true, 5, 3);
    const auto deep_a = scene<uint16_t>(10, true, true, 0, 0), deep_b = scene<uint16_t>(10, true, true, 5, 3);
    for (const Field kind : {Field::codec, Field::true_motion}) {
        MotionEstimator estimator({.field = kind});
        MotionField eight, deep;
        ASSERT_TRUE(estimator.estimate({{b.plane(0), {}}, a.plane(0), {}}, eight).ok());
        ASSERT_TRUE(estimator.estimate({{deep_b.plane(0), {}}, deep_a.plane(0), {}, 10}, deep).ok());
        EXPECT_EQ(deep.inter, eight.inter);
    }
    PreparedPicture source, previous;
    ASSERT_TRUE(source.set(deep_b.plane(0), 0, 10).ok() && previous.set(deep_a.plane(0), 0, 10).ok());
    MotionEstimator estimator({.field = Field::true_motion});
    MotionField eight, deep;
    ASSERT_TRUE(estimator.estimate({{b.plane(0), {}}, a.plane(0), {}}, eight).ok());
    ASSERT_TRUE(estimator.estimate(source, previous, deep).ok());
    EXPECT_EQ(deep.inter, eight.inter);
}

TEST(DeepPictures, RefusedWithTheirDepth) {
    const auto deep = scene<uint16_t>(10, true, true, 0, 0);
    const PlaneView plane = deep.plane(0);
    PlaneView bytes = plane, narrow = plane;
    bytes.bytes_per_sample = 1;
    narrow.stride = kColumns;
    MotionEstimator estimator({});
    MotionField field;
    PreparedPicture picture;
    const auto message = [&](const PlaneView& previous, int bits) {
        return estimator.estimate({{plane, {}}, previous, {}, bits}, field).message();
    };
    EXPECT_EQ(message(plane, 17), "MotionRequest.source.luma.bits is 17; expected 8..16");
    EXPECT_EQ(message(bytes, 10), "MotionRequest.previous.bytes_per_sample is 1; expected 2");
    EXPECT_EQ(message(narrow, 10), "MotionRequest.previous.stride is 151; expected 302 or more");
    EXPECT_FALSE(message(plane, 8).empty());
    EXPECT_EQ(estimator.estimate({{plane, plane}, plane, {}, 10}, field).message(),
              "MotionRequest.source.chroma is not empty; expected none beside more than 8 bits");
    EXPECT_EQ(picture.set(plane, 0, 7).message(), "luma.bits is 7; expected 8..16");
    EXPECT_EQ(picture.set(narrow, 0, 16).message(), "luma.stride is 151; expected 302 or more");
    EXPECT_FALSE(picture.set({}, 0, 10).ok());
}

}  // namespace
}  // namespace genmedia::deep_pictures_test
