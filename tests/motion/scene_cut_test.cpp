// SPDX-License-Identifier: MIT
#include "motion/scene_cut.h"

#include "made_pictures.h"
#include "walker/worker_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

namespace genmedia::motion {
namespace {

using test::Picture;
using Level = std::function<double(int x, int y)>;

constexpr int kSceneWidth = 320, kSceneHeight = 180;

Picture drawn(const Level& level, int width = kSceneWidth, int height = kSceneHeight) {
    return Picture(width, height, [&](int x, int y) {
        return static_cast<int>(std::clamp(std::lround(level(x, y)), 0L, 255L));
    });
}

// Of a scene: hills of a few sizes that `seed` places; 40 to 200 gray levels.
class Hills {
public:
    explicit Hills(unsigned seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> turn(0, 6.28), wave(0.02, 0.35);
        for (auto& [x, y, phase] : waves_) {
            const double length = wave(random), angle = turn(random);
            x = length * std::cos(angle), y = length * std::sin(angle), phase = turn(random);
        }
    }
    double operator()(double x, double y) const {
        double sum = 0;
        for (const auto& [wx, wy, phase] : waves_) sum += std::sin(wx * x + wy * y + phase);
        return 120 + 30 * sum;
    }

private:
    struct Wave {
        double x, y, phase;
    };
    std::array<Wave, 7> waves_;
};

const Hills kScene(1), kOther(2);

double scene(int x, int y) { return kScene(x, y); }
double other(int x, int y) { return kOther(x, y); }

Level noisy(Level level, unsigned seed, double sigma) {
    return [level = std::move(level), random = std::mt19937(seed), sigma](int x, int y) mutable {
        return level(x, y) + std::normal_distribution<double>(0, sigma)(random);
    };
}

BackendFunctions reference() { return functions_of(vme::kReferenceBackend); }

bool is_cut(const Picture& first, const Picture& second) {
    return scene_change(reference(), CutPicture(first.view()), CutPicture(second.view())).is_cut;
}

TEST(SceneCut, AnotherSceneIsACut) {
    EXPECT_TRUE(is_cut(drawn(scene), drawn(other)));
    EXPECT_TRUE(is_cut(drawn(other), drawn(scene)));
    for (const unsigned seed : {3U, 4U, 5U}) {
        const Hills hills(seed);
        EXPECT_TRUE(is_cut(drawn(scene), drawn([&](int x, int y) { return hills(x, y); }))) << seed;
    }
    EXPECT_TRUE(is_cut(drawn([](int x, int y) { return 0.3 * scene(x, y); }),
                       drawn([](int x, int y) { return 0.3 * other(x, y); })));  // dark
    EXPECT_TRUE(is_cut(drawn(noisy(scene, 1, 8)), drawn(noisy(other, 2, 8))));
}

TEST(SceneCut, TheSameSceneIsNone) {
    const Picture first = drawn(scene);
    EXPECT_FALSE(is_cut(first, first));
    EXPECT_FALSE(is_cut(first, drawn([](int x, int y) { return scene(x + 17, y - 6); })));
    EXPECT_FALSE(is_cut(first, drawn([](int x, int y) { return kScene(1.03 * x, 1.03 * y); })));  // a zoom
    EXPECT_FALSE(is_cut(first, drawn([](int x, int y) { return scene(x, y) + 30; })));
    EXPECT_FALSE(is_cut(first, drawn([](int x, int y) { return 1.25 * scene(x, y); })));
    EXPECT_FALSE(is_cut(drawn(noisy(scene, 1, 12)), drawn(noisy(scene, 2, 12))));
}

TEST(SceneCut, AFadeToBlackIsNone) {
    constexpr int steps = 12;
    for (int t = 0; t < steps; t++) {
        const auto faded = [](int by) {
            return drawn([=](int x, int y) { return scene(x, y) * (steps - by) / steps; });
        };
        EXPECT_FALSE(is_cut(faded(t), faded(t + 1))) << t;
        EXPECT_FALSE(is_cut(faded(t + 1), faded(t))) << t;
    }
}

TEST(SceneCut, ADissolveIsNone) {
    constexpr int steps = 8;
    for (int t = 0; t < steps; t++) {
        const auto mixed = [](int by) {
            return drawn(
                [=](int x, int y) { return (scene(x, y) * (steps - by) + other(x, y) * by) / steps; });
        };
        EXPECT_FALSE(is_cut(mixed(t), mixed(t + 1))) << t;
    }
}

// A flash is not mixed into its neighbours.
TEST(SceneCut, AFlashIsACutOnBothSides) {
    const Picture flash = drawn([](int, int) { return 255; });
    EXPECT_TRUE(is_cut(drawn(scene), flash));
    EXPECT_TRUE(is_cut(flash, drawn(scene)));
}

TEST(SceneCut, PicturesWithoutDetailAreJudgedByTheirLight) {
    const auto flat = [](double level) { return drawn([=](int x, int) { return level + x / 40.; }); };
    EXPECT_FALSE(is_cut(flat(60), flat(100)));
    EXPECT_TRUE(is_cut(flat(20), flat(200)));
    EXPECT_TRUE(is_cut(flat(16), drawn(scene)));  // from black
    EXPECT_FALSE(is_cut(drawn(noisy([](int, int) { return 100; }, 1, 6)),
                        drawn(noisy([](int, int) { return 100; }, 2, 6))));
}

TEST(SceneCut, AnySizeCanBeAsked) {
    for (const auto& [width, height] :
         {std::pair(1, 1), {7, 9}, {8, 8}, {2000, 16}, {33, 1100}, {130, 513}}) {
        const Picture first = drawn(scene, width, height), second = drawn(other, width, height);
        EXPECT_FALSE(is_cut(first, first)) << width << "x" << height;
        is_cut(first, second);
    }
}

TEST(SceneCut, IsTheSameOnAllBackendsAndThreads) {
    const Picture first = drawn(noisy(scene, 1, 4)), second = drawn(noisy(other, 2, 4));
    const float expected =
        scene_change(reference(), CutPicture(first.view()), CutPicture(second.view())).unlike;
    EXPECT_GT(expected, 0);
    for (const vme::Backend* backend : vme::backends()) {
        if (!backend->supported()) continue;
        for (const int threads : {1, 3})
            walker::with_workers(threads, [&] {
                const SceneChange change =
                    scene_change(functions_of(*backend), CutPicture(first.view()), CutPicture(second.view()));
                EXPECT_EQ(change.unlike, expected) << backend->name << ", " << threads;
            });
    }
}

}  // namespace
}  // namespace genmedia::motion
