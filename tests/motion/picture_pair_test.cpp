// SPDX-License-Identifier: MIT
// Pictures between two pictures, where it is known what lies between.
#include "genmedia/interpolate.h"

#include "moving_scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

namespace genmedia::motion {
namespace {

using Gray = std::function<double(double x, double y)>;

// A ground that is nowhere alike.
double ground(double x, double y) {
    return 128 + 40 * std::sin(0.31 * x + 0.7 * std::sin(0.05 * y)) * std::cos(0.23 * y) +
           30 * std::sin(0.09 * x - 0.13 * y) + 20 * std::sin(0.57 * y + 0.2 * x);
}

struct Yuv {
    int width, height;
    std::vector<uint8_t> luma, cb, cr;

    Yuv(int its_width, int its_height) : width(its_width), height(its_height) {
        luma.resize(static_cast<size_t>(width * height));
        cb.resize(static_cast<size_t>(chroma_width() * chroma_height()));
        cr = cb;
    }
    // Chroma changes with luma's place, each plane in its own way.
    Yuv(int its_width, int its_height, const Gray& gray) : Yuv(its_width, its_height) {
        const auto fill = [](std::vector<uint8_t>& plane, int columns, const Gray& value) {
            for (size_t i = 0; i < plane.size(); i++) {
                const auto x = static_cast<double>(i % static_cast<size_t>(columns));
                const auto y = static_cast<double>(i / static_cast<size_t>(columns));
                plane[i] = static_cast<uint8_t>(std::clamp(std::lround(value(x, y)), 0L, 255L));
            }
        };
        fill(luma, width, gray);
        fill(cb, chroma_width(), [&](double x, double y) { return gray(2 * x + 0.5, 2 * y + 0.5) / 2 + 20; });
        fill(cr, chroma_width(),
             [&](double x, double y) { return 200 - gray(2 * x + 0.5, 2 * y + 0.5) / 2; });
    }
    int chroma_width() const { return (width + 1) / 2; }
    int chroma_height() const { return (height + 1) / 2; }
    Yuv420View view() const {
        return {{luma.data(), width, height, width},
                {cb.data(), chroma_width(), chroma_height(), chroma_width()},
                {cr.data(), chroma_width(), chroma_height(), chroma_width()}};
    }
    YuvTarget target() {
        return {{luma.data(), width}, {cb.data(), chroma_width()}, {cr.data(), chroma_width()}};
    }
};

// Mean absolute difference at least `margin` from the edge, of pixels that `counts` names.
double difference(
    const std::vector<uint8_t>& a, const std::vector<uint8_t>& b, int width, int margin,
    const std::function<bool(int x, int y)>& counts = [](int, int) { return true; }) {
    EXPECT_EQ(a.size(), b.size());
    const int height = static_cast<int>(a.size()) / width;
    double sum = 0;
    int count = 0;
    for (int y = margin; y < height - margin; y++)
        for (int x = margin; x < width - margin; x++) {
            if (!counts(x, y)) continue;
            sum += std::abs(a[static_cast<size_t>(y * width + x)] - b[static_cast<size_t>(y * width + x)]);
            count++;
        }
    EXPECT_GT(count, 0);
    return sum / count;
}

Yuv between(const Yuv& first, const Yuv& second, double time, int threads = 0) {
    PicturePair pair;
    EXPECT_TRUE(pair.set(first.view(), second.view(), threads).ok());
    Yuv result(first.width, first.height);
    const Status status = pair.render(time, result.target(), threads);
    EXPECT_TRUE(status.ok()) << status.message();
    return result;
}

constexpr int kColumns = 200, kLines = 136;

Yuv moved(double x, double y) {
    return {kColumns, kLines, [&](double px, double py) { return ground(px - x, py - y); }};
}

TEST(PicturePair, HasWhatMovesOnItsWay) {
    const Yuv first = moved(0, 0), second = moved(7, -4);
    for (const double time : {0.25, 0.5, 0.8}) {
        const Yuv expected = moved(7 * time, -4 * time), made = between(first, second, time);
        EXPECT_LT(difference(made.luma, expected.luma, kColumns, 12), 1) << time;
        EXPECT_LT(difference(made.cb, expected.cb, kColumns / 2, 6), 1) << time;
        EXPECT_LT(difference(made.cr, expected.cr, kColumns / 2, 6), 1) << time;
        EXPECT_GT(difference(made.luma, first.luma, kColumns, 12), 5) << time;
    }
}

// Lines of 2.86 pixels, half way between two samples. By their transfer functions there, the mean of the two
// around it loses 55 % of their contrast, Keys' cubic of four 37 %, and a windowed sinc of six 19 %. The mean
// difference of all contrast would be 80 * 2 / pi = 51.
TEST(PicturePair, KeepsFineLines) {
    const auto at = [](double time) {
        return Yuv(kColumns, kLines, [=](double x, double y) {
            return 128 + 80 * std::cos(2 * std::numbers::pi * 0.35 * (x - time)) +
                   0.35 * (ground(x - time, y) - 128);
        });
    };
    const Yuv expected = at(0.5), made = between(at(0), at(1), 0.5);
    EXPECT_LT(difference(made.luma, expected.luma, kColumns, 12), 0.26 * 51);
}

// A disc moves before a ground that moves otherwise. What the disc covers later is seen only in the first
// picture, what it covered before only in the second: there, the mean of both pictures is wrong.
TEST(PicturePair, ShowsWhatOnlyOnePictureHas) {
    const auto scene = [](double time) {
        return Yuv(kColumns, kLines, [=](double x, double y) {
            const double cx = kColumns / 2.0 - 12 * time, cy = kLines / 2.0 + 5 * time;
            if (std::hypot(x - cx, y - cy) < 34) return test::unlike(x - cx, y - cy, 5);
            return test::unlike(x - 8 * time, y, 7);
        });
    };
    const Yuv first = scene(0), second = scene(1), expected = scene(0.5), made = between(first, second, 0.5);
    Yuv mean(kColumns, kLines);
    for (size_t i = 0; i < mean.luma.size(); i++)
        mean.luma[i] = static_cast<uint8_t>((first.luma[i] + second.luma[i]) / 2);
    const auto one_sided = [](int x, int y) {
        const double from_middle = std::hypot(x - (kColumns / 2.0 - 6), y - (kLines / 2.0 + 2.5));
        return from_middle > 36 && from_middle < 44;
    };
    EXPECT_LT(difference(made.luma, expected.luma, kColumns, 16), 2.5);
    EXPECT_LT(difference(made.luma, expected.luma, kColumns, 0, one_sided),
              difference(mean.luma, expected.luma, kColumns, 0, one_sided) * 0.7);
}

TEST(PicturePair, HasItsPicturesAtBothEnds) {
    const Yuv first = moved(0, 0), second = moved(3, 1);
    EXPECT_EQ(between(first, second, 0).luma, first.luma);
    EXPECT_EQ(between(first, second, 1).luma, second.luma);
    EXPECT_EQ(between(first, second, 1).cr, second.cr);
}

TEST(PicturePair, KnowsACut) {
    const Yuv first = moved(0, 0);
    const Yuv second(kColumns, kLines,
                     [](double x, double y) { return 60 + 50 * std::sin(0.07 * x * y / 9); });
    PicturePair pair;
    ASSERT_TRUE(pair.set(first.view(), second.view()).ok());
    EXPECT_TRUE(pair.is_cut());
    EXPECT_EQ(between(first, second, 0.4).luma, first.luma);
    EXPECT_EQ(between(first, second, 0.6).luma, second.luma);
    ASSERT_TRUE(pair.set(first.view(), moved(7, -4).view()).ok());
    EXPECT_FALSE(pair.is_cut());
}

// Pictures at four times of what moves as `place` says; those between the middle two.
class FourPictures {
public:
    using Place = std::function<std::pair<double, double>(double time)>;

    FourPictures(Place place, const std::array<double, 4>& times)
        : place_(std::move(place)), times_(times), neighbors_{&pairs_[0], &pairs_[2]} {
        for (const size_t i : {0, 1, 2})
            EXPECT_TRUE(pairs_[i].set(at(times[i]).view(), at(times[i + 1]).view()).ok());
        const double lasts = times[2] - times[1];
        neighbors_.before_lasts = (times[1] - times[0]) / lasts;
        neighbors_.after_lasts = (times[3] - times[2]) / lasts;
    }

    Yuv made(double time, bool has_neighbors) const {
        Yuv result(kColumns, kLines);
        const PairNeighbors none;
        EXPECT_TRUE(pairs_[1].render(time, result.target(), 0, has_neighbors ? neighbors_ : none).ok());
        return result;
    }
    // How far a picture between is from what is there.
    double error(double time, bool has_neighbors) const {
        const Yuv there = at(times_[1] + time * (times_[2] - times_[1]));
        return difference(made(time, has_neighbors).luma, there.luma, kColumns, 24);
    }

private:
    Yuv at(double time) const {
        const auto [x, y] = place_(time);
        return moved(x, y);
    }

    Place place_;
    std::array<double, 4> times_;
    std::array<PicturePair, 3> pairs_;
    PairNeighbors neighbors_;
};

// What falls is a pixel from where it would be half way at an even speed.
TEST(PicturePair, FollowsWhatSpeedsUp) {
    const auto falls = [](double time) { return std::pair(5 * time, 4 * time * time); };
    for (const std::array<double, 4>& times :
         {std::array{-1., 0., 1., 2.}, std::array{-0.5, 0., 1., 1.4}, std::array{-1.5, 0., 1., 2.2}}) {
        const FourPictures pictures(falls, times);
        for (const double time : {0.25, 0.5, 0.8}) {
            EXPECT_LT(pictures.error(time, true), 0.2 * pictures.error(time, false))
                << times[0] << ", " << time;
            EXPECT_GT(pictures.error(time, false), 4) << times[0] << ", " << time;
        }
    }
}

// At times -1 to 2, and at even speeds between them.
FourPictures at_places(const std::array<double, 4>& places) {
    const auto place = [places](double time) {
        const auto i = static_cast<size_t>(time + 1);
        const double next = places[std::min<size_t>(i + 1, 3)];
        return std::pair(places[i] + (time - std::floor(time)) * (next - places[i]), 0.);
    };
    return {place, {-1, 0, 1, 2}};
}

// The neighbors do not agree on it.
TEST(PicturePair, FollowsNoJerk) {
    for (const std::array<double, 4>& places : {std::array{0., 0., 6., 6.}, std::array{-6., 0., 0., 6.},
                                                std::array{-6., 0., 6., 6.}, std::array{0., 0., 6., 12.}}) {
        const FourPictures pictures = at_places(places);
        EXPECT_LT(pictures.error(0.5, true), pictures.error(0.5, false) + 0.1) << places[0];
    }
}

// The pictures around were taken at other times: what both seem to say of the speed means nothing.
TEST(PicturePair, KnowsNoCurveWhereAShotJumps) {
    for (const std::array<double, 4>& places :
         {std::array{20., 0., 2., 29.}, std::array{-14., 0., 1., -13.}}) {
        const FourPictures pictures = at_places(places);
        EXPECT_EQ(pictures.made(0.5, true).luma, pictures.made(0.5, false).luma) << places[0];
    }
}

TEST(PicturePair, KnowsNoCurveAtACut) {
    const Yuv first = moved(0, 0), second = moved(6, 0), third = moved(18, 0);
    const Yuv other(kColumns, kLines,
                    [](double x, double y) { return 60 + 50 * std::sin(0.07 * x * y / 9); });
    PicturePair before, pair, after;
    ASSERT_TRUE(before.set(other.view(), first.view()).ok());
    ASSERT_TRUE(pair.set(first.view(), second.view()).ok());
    ASSERT_TRUE(after.set(second.view(), third.view()).ok());
    ASSERT_TRUE(before.is_cut());
    Yuv made(kColumns, kLines);
    for (const PairNeighbors& neighbors :
         {PairNeighbors{&before, &after}, PairNeighbors{nullptr, &after}, PairNeighbors{&pair, nullptr}}) {
        ASSERT_TRUE(pair.render(0.5, made.target(), 0, neighbors).ok());
        EXPECT_EQ(made.luma, between(first, second, 0.5).luma);
    }
}

TEST(PicturePair, RefusesNeighbors) {
    const Yuv picture = moved(0, 0), other(kColumns, kLines - 2, ground);
    PicturePair pair, small, empty;
    ASSERT_TRUE(pair.set(picture.view(), picture.view()).ok());
    ASSERT_TRUE(small.set(other.view(), other.view()).ok());
    Yuv made(kColumns, kLines);
    const auto error_of = [&](const PairNeighbors& neighbors) {
        return pair.render(0.5, made.target(), 0, neighbors).message();
    };
    EXPECT_EQ(error_of({&pair, &empty}), "neighbors.after has no pictures; expected those of set()");
    EXPECT_EQ(error_of({&small, &pair}), "neighbors.before is 200x134; expected 200x136");
    EXPECT_EQ(error_of({&pair, &pair, 0, 1}), "neighbors.before_lasts is 0.000000; expected 1e-6..1e6");
    EXPECT_EQ(error_of({&pair, &pair, 1, std::nan("")}), "neighbors.after_lasts is nan; expected 1e-6..1e6");
}

// What pairs share changes nothing, whatever became of the pair before.
TEST(PicturePair, GoesOnAfterAnother) {
    const Yuv pictures[] = {moved(0, 0), moved(7, -4), moved(10, 2), moved(2, 2)};
    PicturePair before;
    ASSERT_TRUE(before.set(pictures[0].view(), pictures[1].view()).ok());
    for (size_t i = 1; i < 3; i++) {
        PicturePair after;
        ASSERT_TRUE(after.set_after(before, pictures[i + 1].view()).ok());
        before = PicturePair();
        Yuv made(kColumns, kLines);
        ASSERT_TRUE(after.render(0.3, made.target()).ok());
        const Yuv expected = between(pictures[i], pictures[i + 1], 0.3);
        EXPECT_EQ(made.luma, expected.luma);
        EXPECT_EQ(made.cb, expected.cb);
        EXPECT_EQ(made.cr, expected.cr);
        ASSERT_TRUE(after.render(0, made.target()).ok());
        EXPECT_EQ(made.luma, pictures[i].luma);
        before = std::move(after);
    }
    // Of itself, too.
    ASSERT_TRUE(before.set_after(before, pictures[0].view()).ok());
    Yuv made(kColumns, kLines);
    ASSERT_TRUE(before.render(0.5, made.target()).ok());
    EXPECT_EQ(made.luma, between(pictures[3], pictures[0], 0.5).luma);
}

TEST(PicturePair, RefusesToGoOn) {
    const Yuv picture = moved(0, 0), other(kColumns, kLines - 2, ground);
    PicturePair before, pair;
    EXPECT_EQ(pair.set_after(before, picture.view()).message(),
              "before has no pictures; expected those of set()");
    ASSERT_TRUE(before.set(picture.view(), picture.view()).ok());
    EXPECT_EQ(pair.set_after(before, other.view()).message(), "second.luma is 200x134; expected 200x136");
    EXPECT_EQ(pair.set_after(before, {picture.view().luma, {}, {}}).message(),
              "one picture has chroma; expected both or none");
    EXPECT_EQ(pair.set_after(before, {}).message(), "second.luma is empty; expected a picture");
    EXPECT_EQ(pair.set_after(before, picture.view(), -1).message(), "threads is -1; expected 0 or more");
}

// Pictures of any size are the same on any number of threads.
TEST(PicturePair, IsTheSameOnAnyThreads) {
    for (const auto& [width, height] : {std::pair(kColumns, kLines), {37, 21}, {5, 3}, {1, 1}}) {
        const Yuv first(width, height, ground);
        const Yuv second(width, height, [](double x, double y) { return ground(x + 2.5, y - 1); });
        const Yuv one = between(first, second, 0.3, 1), three = between(first, second, 0.3, 3);
        EXPECT_EQ(one.luma, three.luma);
        EXPECT_EQ(one.cb, three.cb);
        EXPECT_EQ(one.cr, three.cr);
    }
}

TEST(PicturePair, TakesLumaAlone) {
    const Yuv first = moved(0, 0), second = moved(7, -4);
    PicturePair pair;
    ASSERT_TRUE(pair.set({first.view().luma, {}, {}}, {second.view().luma, {}, {}}).ok());
    Yuv result(kColumns, kLines);
    ASSERT_TRUE(pair.render(0.5, {result.target().luma, {}, {}}).ok());
    EXPECT_EQ(result.luma, between(first, second, 0.5).luma);
}

TEST(PicturePair, RefusesWhatItCannot) {
    const Yuv picture = moved(0, 0), other(kColumns, kLines - 2, ground);
    const auto error_of = [](const YuvView& first, const YuvView& second, int threads = 0) {
        const Status status = PicturePair().set(first, second, threads);
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        return status.message();
    };
    EXPECT_NE(error_of({}, picture.view()).find("first.luma is empty"), std::string::npos);
    EXPECT_NE(error_of(picture.view(), other.view()).find("second.luma is 200x134; expected 200x136"),
              std::string::npos);
    Yuv420View wrong = picture.view();
    wrong.cb.width = kColumns;
    EXPECT_NE(error_of(picture.view(), wrong).find("second.cr is 100x68; expected 200x68"),
              std::string::npos);
    wrong.cr.width = kColumns;
    EXPECT_NE(error_of(picture.view(), wrong).find("second.cb is 200x68; expected 100x68"),
              std::string::npos);
    wrong.cb.width = 99;
    EXPECT_NE(error_of(wrong, wrong).find("first.cb is 99x68; expected 200x136 or half of its sides"),
              std::string::npos);
    YuvView deep = picture.view();
    deep.bits = 10;
    EXPECT_NE(error_of(deep, deep).find("first.luma has 1 bytes a sample; expected 2"), std::string::npos);
    for (PlaneView* plane : {&deep.luma, &deep.cb, &deep.cr}) plane->bytes_per_sample = 2;
    EXPECT_NE(error_of(picture.view(), deep).find("second.bits is 10; expected 8"), std::string::npos);
    deep.bits = 17;
    EXPECT_NE(error_of(deep, deep).find("first.bits is 17; expected 8..16"), std::string::npos);
    wrong = picture.view();
    wrong.cr = {};
    EXPECT_NE(error_of(wrong, picture.view()).find("one chroma plane"), std::string::npos);
    EXPECT_NE(error_of(picture.view(), {picture.view().luma, {}, {}}).find("one picture has chroma"),
              std::string::npos);
    EXPECT_NE(error_of(picture.view(), picture.view(), -1).find("threads is -1"), std::string::npos);

    PicturePair pair;
    Yuv result(kColumns, kLines);
    EXPECT_EQ(pair.render(0.5, result.target()).code(), StatusCode::invalid_argument);
    ASSERT_TRUE(pair.set(picture.view(), picture.view()).ok());
    for (const double time : {-0.1, 1.1, std::nan("")})
        EXPECT_EQ(pair.render(time, result.target()).code(), StatusCode::invalid_argument);
    EXPECT_EQ(pair.render(0.5, {}).code(), StatusCode::invalid_argument);
}

}  // namespace
}  // namespace genmedia::motion
