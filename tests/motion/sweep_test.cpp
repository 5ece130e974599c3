// SPDX-License-Identifier: MIT
// `sweep` by its definition: each block in each sweep, without what sweep() does to look at few of them.
#include "motion/field_backends.h"
#include "motion/true_motion/block_motion.h"
#include "vme/backends.h"
#include "walker/worker_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

namespace genmedia::motion {
namespace {

constexpr WholeVector kTrue{-3, 0};
constexpr int kFarthestOut = 32;  // pixels that a vector may move a block out of the picture

struct Scene {
    PaddedPicture source, reference;
    WorkVector<RealVector> prior;
    Candidates candidates;
    SweepOptions options;
    BlockMotion motion;
    bool has_brightness = false;  // that of its pictures counts, too
};

// Noise that moves by kTrue, and vectors of which few do; some lead far out of the picture. Most blocks have
// the same vector, so that there are blocks with nothing to choose from.
Scene scene(int width, int height, int side, unsigned seed) {
    std::mt19937 random(seed);
    const auto up_to = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
    std::vector<uint8_t> source(static_cast<size_t>(width * height)), reference(source.size());
    for (uint8_t& sample : source) sample = static_cast<uint8_t>(100 + up_to(50));
    for (size_t i = 0; i < source.size(); i++)
        reference[i] = static_cast<uint8_t>(source[(i - kTrue.x) % source.size()] + up_to(5));
    Scene result{PaddedPicture(PlaneView{source.data(), width, height, width}),
                 PaddedPicture(PlaneView{reference.data(), width, height, width}),
                 {},
                 {},
                 {.sweeps = 1 + up_to(4), .smoothness = up_to(1) == 0 ? 0.02F : 0.4F},
                 BlockMotion(side, width, height)};
    const size_t blocks = result.motion.vectors.size();
    const auto vector = [&] {
        if (up_to(1) == 0) return kTrue;
        const int far = up_to(1) == 0 ? 200 : 3;
        return WholeVector{up_to(2 * far) - far, up_to(2 * far) - far};
    };
    const WholeVector common = vector();
    const int one_of = up_to(1) == 0 ? 9 : 99;
    for (size_t i = 0; i < blocks; i++) {
        result.motion.vectors[i] = up_to(one_of) == 0 ? vector() : common;
        result.prior.push_back({static_cast<float>(common.x), static_cast<float>(common.y) + 0.25F});
    }
    if (up_to(1) == 0) result.candidates.each = static_cast<size_t>(4 + up_to(1));
    for (size_t i = 0; i < result.candidates.each * blocks; i++)
        result.candidates.vectors.push_back(up_to(one_of) == 0 ? vector() : common);
    return result;
}

WholeVector within_limits(const Scene& scene, int bx, int by, WholeVector v) {
    const int side = scene.motion.side, x = bx * side, y = by * side;
    return {std::clamp(v.x, -x - kFarthestOut, scene.source.width() + kFarthestOut - side - x),
            std::clamp(v.y, -y - kFarthestOut, scene.source.height() + kFarthestOut - side - y)};
}

float cost(const Scene& scene, const BlockCosts& costs, const BlockMotion& motion, int bx, int by,
           WholeVector v) {
    const int side = motion.side, left = bx * side + side / 2 - 8, top = by * side - 4;
    int sum = 0;
    for (int y = top; y < top + side + 8; y++)
        for (int x = left; x < left + 16; x++)
            sum += std::abs(*scene.source.at(x, y) - *scene.reference.at(x + v.x, y + v.y));
    const size_t i = motion.index(bx, by);
    const auto apart = [&](int nx, int ny) {
        const bool is_there = nx >= 0 && ny >= 0 && nx < motion.columns && ny < motion.rows;
        const WholeVector n = motion.at(nx, ny);
        const int distance = std::min(16, std::abs(v.x - n.x) + std::abs(v.y - n.y));
        return (is_there ? costs.share(i, motion.index(nx, ny)) : 1) * static_cast<float>(distance);
    };
    float brightness = 0;
    if (scene.has_brightness) {
        int excess = 0;
        for (int y = by * side; y < (by + 1) * side; y++)
            for (int x = bx * side; x < (bx + 1) * side; x++)
                excess += *scene.source.at(x, y) - *scene.reference.at(x + v.x, y + v.y);
        brightness = std::min(16.F, static_cast<float>(std::abs(excess)) / 16);
    }
    const RealVector prior = scene.prior[i];
    const float from_prior = std::min(
        16.F, std::abs(static_cast<float>(v.x) - prior.x) + std::abs(static_cast<float>(v.y) - prior.y));
    const float from_neighbors =
        (apart(bx - 1, by) + apart(bx + 1, by)) + (apart(bx, by - 1) + apart(bx, by + 1));
    return static_cast<float>(sum) / static_cast<float>(16 * (side + 8)) +
           scene.options.smoothness * costs.weight(i) *
               (from_neighbors + scene.options.to_prior * from_prior) +
           brightness;
}

int mean_of_middle_two(std::array<int, 4> values) {
    std::ranges::sort(values);
    return (values[1] + values[2]) / 2;
}

WholeVector best_of_block(const Scene& scene, const BlockCosts& costs, const BlockMotion& motion,
                          const BlockMotion& before, int number_of_sweep, int bx, int by) {
    const size_t i = motion.index(bx, by);
    const std::array<WholeVector, 4> near{motion.at(bx - 1, by), motion.at(bx + 1, by), motion.at(bx, by - 1),
                                          motion.at(bx, by + 1)};
    std::vector<WholeVector> choices{motion.vectors[i]};
    choices.insert(choices.end(), near.begin(), near.end());
    if (motion.side == 8)
        for (const int distance : {2, 4, 8})
            for (const auto& [x, y] : {std::pair(-distance, 0), {distance, 0}, {0, -distance}, {0, distance}})
                choices.push_back(before.at(bx + x, by + y));
    choices.push_back({mean_of_middle_two({near[0].x, near[1].x, near[2].x, near[3].x}),
                       mean_of_middle_two({near[0].y, near[1].y, near[2].y, near[3].y})});
    choices.push_back(
        {static_cast<int>(std::lround(scene.prior[i].x)), static_cast<int>(std::lround(scene.prior[i].y))});
    const size_t each = scene.candidates.each;
    for (size_t k = 0; number_of_sweep == 0 && k < each; k++)
        choices.push_back(scene.candidates.vectors[each * i + k]);
    WholeVector best = motion.vectors[i];
    float least = cost(scene, costs, motion, bx, by, best);
    for (const WholeVector& choice : choices) {
        const WholeVector v = within_limits(scene, bx, by, choice);
        const float its_cost = cost(scene, costs, motion, bx, by, v);
        if (its_cost < least) least = its_cost, best = v;
    }
    return best;
}

BlockMotion swept(const Scene& scene, const BlockCosts& costs) {
    BlockMotion motion = scene.motion;
    const auto all_blocks = [&](int first_x, int first_y, int step, const auto& body) {
        for (int by = first_y; by < motion.rows; by += step)
            for (int bx = first_x; bx < motion.columns; bx += step) body(bx, by);
    };
    all_blocks(0, 0, 1, [&](int bx, int by) {
        WholeVector& v = motion.vectors[motion.index(bx, by)];
        v = within_limits(scene, bx, by, v);
    });
    for (int k = 0; k < scene.options.sweeps; k++) {
        const BlockMotion before = motion;
        for (int pass = 0; pass < 4; pass++)
            all_blocks(pass % 2, pass / 2, 2, [&](int bx, int by) {
                motion.vectors[motion.index(bx, by)] = best_of_block(scene, costs, motion, before, k, bx, by);
            });
    }
    return motion;
}

TEST(Sweep, EqualsItsDefinition) {
    const vme::Backend* active = nullptr;
    ASSERT_TRUE(vme::active_backend(active).ok());
    int changed = 0;
    for (unsigned seed = 0; seed < 40; seed++)
        for (const auto& [width, height, side] : {std::tuple(37, 22, 8),
                                                  {37, 22, 4},
                                                  {90, 70, 4},
                                                  {150, 16, 8},
                                                  {16, 150, 8},
                                                  {70, 90, 8},
                                                  {7, 30, 8},
                                                  {3, 9, 4}}) {
            Scene scene = motion::scene(width, height, side, seed);
            scene.has_brightness = side == 4 && seed % 2 == 0;
            const Brightness brightness{scene.source, scene.reference};
            const FieldFunctions& functions =
                field_functions(seed % 4 == 0 ? vme::kReferenceBackend : *active);
            const BlockCosts costs(scene.source, side);
            const BlockMotion expected = swept(scene, costs), before = scene.motion;
            walker::with_workers(1 + static_cast<int>(seed % 3), [&] {
                sweep(functions, scene.source, scene.reference, costs,
                      scene.has_brightness ? &brightness : nullptr, scene.prior, scene.candidates,
                      scene.options, scene.motion);
            });
            for (size_t i = 0; i < expected.vectors.size(); i++) {
                changed += expected.vectors[i] != before.vectors[i];
                ASSERT_EQ(scene.motion.vectors[i].x, expected.vectors[i].x)
                    << "block " << i << " of " << width << "x" << height << " with seed " << seed;
                ASSERT_EQ(scene.motion.vectors[i].y, expected.vectors[i].y)
                    << "block " << i << " of " << width << "x" << height << " with seed " << seed;
            }
        }
    EXPECT_GT(changed, 500);
}

}  // namespace
}  // namespace genmedia::motion
