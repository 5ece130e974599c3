// SPDX-License-Identifier: MIT
#include "motion/true_motion/refinement/refine_flow.h"

#include "motion/true_motion/camera_motion.h"
#include "motion/true_motion/refinement/variational_level.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace genmedia::motion {
namespace {

// From the finest level to the coarsest, where each costs a quarter of the one before.
constexpr std::array<VariationalRounds, 4> kRounds{{{2, 2, 8}, {4, 2, 15}, {6, 2, 20}, {8, 2, 20}}};
static_assert(std::ranges::all_of(kRounds, [](auto& r) { return r.relaxations <= kMostRelaxations; }));
// The given field counts where its difference is less than kClearlyBetter of the refined one's, minus kNoise.
constexpr float kClearlyBetter = 0.6F, kNoise = 0.5F;  // gray levels
constexpr float kMostDifference = 30;                  // gray levels that count of a pixel
constexpr int kReach = 2;                              // pixels around one whose differences are compared
constexpr float kMostOutside = 24;                     // pixels that a vector may lead out of the picture

std::vector<PixelField> levels_of(const std::vector<FlowVector>& flow, int width, int height, size_t count) {
    std::vector<PixelField> levels;
    PixelField finest{FloatPicture(width, height), FloatPicture(width, height)};
    const auto line = [&](int y) {
        return flow.data() + static_cast<size_t>(y) * static_cast<size_t>(width);
    };
    finest.u.fill(
        [&](int y, float* to) { std::transform(line(y), line(y) + width, to, [](auto& v) { return v.x; }); });
    finest.v.fill(
        [&](int y, float* to) { std::transform(line(y), line(y) + width, to, [](auto& v) { return v.y; }); });
    levels.push_back(std::move(finest));
    while (levels.size() < count) levels.push_back({levels.back().u.half(0.5F), levels.back().v.half(0.5F)});
    return levels;
}

// The sum of each pixel's surroundings.
template <int reach>
FloatPicture sums_around(const FloatPicture& values) {
    std::array<float, 2 * reach + 1> ones;
    ones.fill(1);
    return values.weighted(ones);
}

// Sums of the differences of what surrounds each pixel.
FloatPicture differences(const FloatPicture& source, const FloatPicture& reference, const PixelField& field) {
    FloatPicture there(source.width(), source.height());
    move(reference, field, there);
    there.fill([&](int y, float* to) {
        for (int x = 0; x < source.width(); x++)
            to[x] = std::min(kMostDifference, std::abs(source.line(y)[x] - to[x]));
    });
    return sums_around<kReach>(there);
}

// Takes of `given` what matches clearly better.
void keep_better(const FloatPicture& source, const FloatPicture& reference, const PixelField& given,
                 PixelField& field) {
    constexpr float pixels = (2 * kReach + 1) * (2 * kReach + 1);
    const FloatPicture own = differences(source, reference, field),
                       other = differences(source, reference, given);
    FloatPicture better(source.width(), source.height());
    better.fill([&](int y, float* to) {
        for (int x = 0; x < source.width(); x++)
            to[x] = other.line(y)[x] < kClearlyBetter * own.line(y)[x] - kNoise * pixels ? 1.F / 9 : 0.F;
    });
    const FloatPicture share = sums_around<1>(better);
    const auto mix = [&](FloatPicture& into, const FloatPicture& from) {
        into.fill([&](int y, float* to) {
            for (int x = 0; x < source.width(); x++) to[x] += share.line(y)[x] * (from.line(y)[x] - to[x]);
        });
    };
    mix(field.u, given.u);
    mix(field.v, given.v);
}

// Of a picture of this size.
PixelField field_of(const AffineMotion& motion, int width, int height) {
    PixelField field{FloatPicture(width, height), FloatPicture(width, height)};
    field.u.fill([&](int y, float* to) {
        for (int x = 0; x < width; x++) to[x] = motion.of_block(x, y, 1, width, height).x;
    });
    field.v.fill([&](int y, float* to) {
        for (int x = 0; x < width; x++) to[x] = motion.of_block(x, y, 1, width, height).y;
    });
    return field;
}

}  // namespace

void refine_flow(const FieldFunctions& functions, const SearchPicture& from, const SearchPicture& to,
                 std::vector<FlowVector>& flow) {
    const std::vector<FloatPicture>&sources = from.smooth_levels(), &references = to.smooth_levels();
    const PaddedPicture& source = from.picture();
    const std::vector<PixelField> given = levels_of(flow, source.width(), source.height(), sources.size());
    const int whole_width = source.width(), whole_height = source.height();
    const std::optional<AffineMotion> camera = camera_motion(camera_samples(
        whole_width, whole_height, 1, whole_width, whole_height, [&](int x, int y) -> RealVector {
            const FlowVector& v =
                flow[static_cast<size_t>(y) * static_cast<size_t>(whole_width) + static_cast<size_t>(x)];
            return {v.x, v.y};
        }));
    PixelField field = given.back();
    for (size_t i = sources.size(); i-- > 0;) {
        const int width = sources[i].width(), height = sources[i].height();
        if (i + 1 < sources.size()) {
            field = {field.u.doubled(width, height), field.v.doubled(width, height)};
            keep_better(sources[i], references[i], given[i], field);
        }
        if (camera) {
            const AffineMotion motion = camera->scaled(std::ldexp(1.F, -static_cast<int>(i)));
            keep_better(sources[i], references[i], field_of(motion, width, height), field);
        }
        refine_level(functions, sources[i], references[i], kRounds[std::min(i, kRounds.size() - 1)], field);
    }
    each_line(source.height(), [&](int y) {
        const auto within = [](float v, int at, int size) {
            return std::clamp(v, -kMostOutside - static_cast<float>(at),
                              kMostOutside + static_cast<float>(size - 1 - at));
        };
        FlowVector* vectors = flow.data() + static_cast<size_t>(y) * static_cast<size_t>(source.width());
        for (int x = 0; x < source.width(); x++)
            vectors[x] = {within(field.u.line(y)[x], x, source.width()),
                          within(field.v.line(y)[x], y, source.height())};
    });
}

}  // namespace genmedia::motion
