// SPDX-License-Identifier: MIT
// M. A. Fischler, R. C. Bolles, "Random sample consensus", 1981: motions of three vectors each, of which the
// one that most others agree with counts.
#include "motion/true_motion/camera_motion.h"

#include <algorithm>
#include <cmath>

namespace genmedia::motion {
namespace {

bool agrees(const AffineMotion& motion, const CameraSamples& samples, size_t i, float within) {
    const RealVector v = motion.at(samples.x[i], samples.y[i]);
    return std::abs(v.x - samples.u[i]) + std::abs(v.y - samples.v[i]) <= within;
}

// One of `count`, another one for each number. The mixing is that of A. Appleby's MurmurHash3, which is in
// the public domain.
uint32_t any_of(uint32_t count, uint32_t number) {
    uint32_t h = number * 0x9E3779B1U;
    h = (h ^ h >> 16) * 0x85EBCA6BU;
    h = (h ^ h >> 13) * 0xC2B2AE35U;
    return (h ^ h >> 16) % count;
}

// That of the three samples that try number `number` takes. Nothing: one is not known, or they lie on a line.
std::optional<AffineMotion> tried(const CameraSamples& samples, uint32_t number) {
    const auto taken = [&](uint32_t k) -> size_t {
        return any_of(static_cast<uint32_t>(samples.count), 3 * number + k);
    };
    const size_t a = taken(0), b = taken(1), c = taken(2);
    const auto &x = samples.x, &y = samples.y, &u = samples.u, &v = samples.v;
    if (u[a] == kNotKnown || u[b] == kNotKnown || u[c] == kNotKnown) return std::nullopt;
    const float bx = x[b] - x[a], by = y[b] - y[a], cx = x[c] - x[a], cy = y[c] - y[a];
    const float determinant = bx * cy - cx * by;
    if (determinant == 0) return std::nullopt;
    const auto through = [&](const std::array<float, kMostSamples>& of) -> std::array<float, 3> {
        const float to_b = of[b] - of[a], to_c = of[c] - of[a];
        const float across = (to_b * cy - to_c * by) / determinant,
                    down = (bx * to_c - cx * to_b) / determinant;
        return {of[a] - (across * x[a] + down * y[a]), across, down};
    };
    return AffineMotion{through(u), through(v)};
}

struct Sums {
    float samples = 0, n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    float u = 0, xu = 0, yu = 0, v = 0, xv = 0, yv = 0;

    void add_sample(const CameraSamples& from, size_t i) {
        const float weight = from.weights[i], weighted_x = weight * from.x[i],
                    weighted_y = weight * from.y[i];
        samples += 1;
        n += weight;
        x += weighted_x;
        y += weighted_y;
        xx += weighted_x * from.x[i];
        xy += weighted_x * from.y[i];
        yy += weighted_y * from.y[i];
        u += weight * from.u[i];
        xu += weighted_x * from.u[i];
        yu += weighted_y * from.u[i];
        v += weight * from.v[i];
        xv += weighted_x * from.v[i];
        yv += weighted_y * from.v[i];
    }
    Sums& operator+=(const Sums& other) {
        for (float Sums::*sum : {&Sums::samples, &Sums::n, &Sums::x, &Sums::y, &Sums::xx, &Sums::xy,
                                 &Sums::yy, &Sums::u, &Sums::xu, &Sums::yu, &Sums::v, &Sums::xv, &Sums::yv})
            this->*sum += other.*sum;
        return *this;
    }
};

// With the least squares of errors. Nothing: the samples lie on a line, or nearly so.
std::optional<AffineMotion> fitted(const Sums& s) {
    // The symmetric matrix's cofactors.
    const float c00 = s.xx * s.yy - s.xy * s.xy, c01 = s.xy * s.y - s.x * s.yy, c02 = s.x * s.xy - s.xx * s.y;
    const float c11 = s.n * s.yy - s.y * s.y, c12 = s.x * s.y - s.n * s.xy, c22 = s.n * s.xx - s.x * s.x;
    const float determinant = s.n * c00 + s.x * c01 + s.y * c02;
    if (determinant <= kNearlyALine * (s.n * s.xx * s.yy)) return std::nullopt;
    const auto solved = [&](float r0, float r1, float r2) -> std::array<float, 3> {
        return {(c00 * r0 + c01 * r1 + c02 * r2) / determinant,
                (c01 * r0 + c11 * r1 + c12 * r2) / determinant,
                (c02 * r0 + c12 * r1 + c22 * r2) / determinant};
    };
    return AffineMotion{solved(s.u, s.xu, s.yu), solved(s.v, s.xv, s.yv)};
}

}  // namespace

AffineMotion fitted_again(const AffineMotion& motion, const CameraSamples& samples) {
    AffineMotion result = motion;
    for (const float within : kAgreements) {
        std::array<Sums, kSumLanes> lanes;
        for (size_t i = 0; i < samples.count; i++)
            if (agrees(result, samples, i, within)) lanes[i % kSumLanes].add_sample(samples, i);
        for (size_t apart = kSumLanes / 2; apart > 0; apart /= 2)
            for (size_t i = 0; i < apart; i++) lanes[i] += lanes[i + apart];
        if (lanes[0].samples < kLeastAgreeing) break;
        if (const auto closer = fitted(lanes[0])) result = *closer;
    }
    return result;
}

std::optional<AffineMotion> camera_motion(const CameraSamples& samples) {
    int known = 0;
    for (size_t i = 0; i < samples.count; i++) known += samples.u[i] != kNotKnown;
    int most = std::max(known / kAgreeingShare, kLeastAgreeing - 1);
    std::optional<AffineMotion> best;
    for (uint32_t number = 0; number < kCameraTries && known > most; number++) {
        const auto motion = tried(samples, number);
        if (!motion) continue;
        int count = 0;
        for (size_t i = 0; i < samples.count; i++) count += agrees(*motion, samples, i, kAgreements[0]);
        if (count <= most) continue;
        most = count;
        best = motion;
    }
    if (!best) return std::nullopt;
    return fitted_again(*best, samples);
}

}  // namespace genmedia::motion
