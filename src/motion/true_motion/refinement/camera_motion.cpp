// SPDX-License-Identifier: MIT
// M. A. Fischler, R. C. Bolles, "Random sample consensus", 1981: motions of three vectors each, of which the
// one that most others agree with counts.
#include "motion/true_motion/refinement/camera_motion.h"

#include "motion/true_motion/true_motion.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>

namespace genmedia::motion {
namespace {

constexpr int kMostSamples = 1500;
constexpr size_t kLeastSamples = 16;
constexpr size_t kShare = 5;            // a fifth of the samples has to agree
constexpr int kTries = 500;             // a fifth agrees: of 500 times three, four are expected to do so
constexpr double kAgrees = kConfirmed;  // pixels, across and down together
// What agrees so well is fitted, one after the other.
constexpr std::array kFits{kAgrees, kAgrees / 2, kAgrees / 4};

struct Sample {
    double x, y, u, v;
};

double value(const std::array<double, 3>& row, double x, double y) {
    return row[0] + row[1] * x + row[2] * y;
}

bool agrees(const AffineMotion& motion, const Sample& s, double within) {
    return std::abs(value(motion.x, s.x, s.y) - s.u) + std::abs(value(motion.y, s.x, s.y) - s.v) <= within;
}

// With the least squares of errors. Nothing: the samples lie on a line.
std::optional<AffineMotion> fitted(std::span<const Sample> samples) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    std::array<double, 3> u{}, v{};
    for (const Sample& s : samples) {
        n += 1;
        x += s.x;
        y += s.y;
        xx += s.x * s.x;
        xy += s.x * s.y;
        yy += s.y * s.y;
        for (const auto& [sum, of] : {std::pair(&u, s.u), {&v, s.v}}) {
            (*sum)[0] += of;
            (*sum)[1] += of * s.x;
            (*sum)[2] += of * s.y;
        }
    }
    // The symmetric matrix's cofactors.
    const double c00 = xx * yy - xy * xy, c01 = xy * y - x * yy, c02 = x * xy - xx * y;
    const double c11 = n * yy - y * y, c12 = x * y - n * xy, c22 = n * xx - x * x;
    const double determinant = n * c00 + x * c01 + y * c02;
    if (determinant < 1) return std::nullopt;
    const auto solved = [&](const std::array<double, 3>& r) {
        return std::array<double, 3>{(c00 * r[0] + c01 * r[1] + c02 * r[2]) / determinant,
                                     (c01 * r[0] + c11 * r[1] + c12 * r[2]) / determinant,
                                     (c02 * r[0] + c12 * r[1] + c22 * r[2]) / determinant};
    };
    return AffineMotion{solved(u), solved(v)};
}

std::vector<Sample> samples_of(const std::vector<FlowVector>& flow, int width, int height) {
    const int step = std::max(
        4, static_cast<int>(std::ceil(std::sqrt(static_cast<double>(width) * height / kMostSamples))));
    std::vector<Sample> samples;
    for (int y = step / 2; y < height; y += step)
        for (int x = step / 2; x < width; x += step) {
            const FlowVector& v =
                flow[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
            samples.push_back({static_cast<double>(x), static_cast<double>(y), v.x, v.y});
        }
    return samples;
}

}  // namespace

PixelField AffineMotion::field(size_t level, int width, int height) const {
    PixelField field{FloatPicture(width, height), FloatPicture(width, height)};
    const double scale = std::ldexp(1.0, static_cast<int>(level));
    const auto finest = [&](int i) { return (i + 0.5) * scale - 0.5; };  // of a pixel's middle
    for (const auto& [part, row] : {std::pair(&field.u, &x), {&field.v, &y}})
        part->fill([&, of = row](int line, float* to) {
            for (int i = 0; i < width; i++)
                to[i] = static_cast<float>(value(*of, finest(i), finest(line)) / scale);
        });
    return field;
}

std::optional<AffineMotion> camera_motion(const std::vector<FlowVector>& flow, int width, int height) {
    const std::vector<Sample> samples = samples_of(flow, width, height);
    if (samples.size() < kLeastSamples) return std::nullopt;
    uint64_t random = 1;
    const auto any = [&] {
        random = random * 6364136223846793005U + 1442695040888963407U;
        return samples[static_cast<size_t>(random >> 33) % samples.size()];
    };
    std::optional<AffineMotion> best;
    size_t most = samples.size() / kShare;
    for (int i = 0; i < kTries; i++) {
        const std::array<Sample, 3> three{any(), any(), any()};
        const auto motion = fitted(three);
        if (!motion) continue;
        const auto count = static_cast<size_t>(
            std::ranges::count_if(samples, [&](const Sample& s) { return agrees(*motion, s, kAgrees); }));
        if (count <= most) continue;
        most = count;
        best = motion;
    }
    for (const double within : kFits) {
        if (!best) break;
        std::vector<Sample> those;
        std::ranges::copy_if(samples, std::back_inserter(those),
                             [&](const Sample& s) { return agrees(*best, s, within); });
        if (those.size() < kLeastSamples) break;
        if (const auto closer = fitted(those)) best = closer;
    }
    return best;
}

}  // namespace genmedia::motion
