// SPDX-License-Identifier: MIT
// Whole pictures by the C++ API: milliseconds a 1920x1080 picture on 1, 2, 4 ... threads, without decoding.
#include "genmedia/motion.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int kWidth = 1920, kHeight = 1080;

// Two waves that move, with a little noise.
std::vector<uint8_t> picture(double t, uint32_t seed) {
    std::vector<uint8_t> samples(static_cast<size_t>(kWidth) * kHeight);
    for (int y = 0; y < kHeight; y++) {
        for (int x = 0; x < kWidth; x++) {
            seed = seed * 1664525 + 1013904223;
            const double u = x + 2.75 * t, v = y - 1.5 * t;
            const double value =
                128 + 50 * std::sin(u / 23 + v / 61) + 45 * std::cos((v + u / 3) / 17) + (seed >> 29);
            samples[static_cast<size_t>(y) * kWidth + x] =
                static_cast<uint8_t>(std::clamp(value, 0.0, 255.0));
        }
    }
    return samples;
}

}  // namespace

int main() {
    const std::vector<uint8_t> before = picture(0, 1), now = picture(1, 2);
    const genmedia::PlaneView source{now.data(), kWidth, kHeight, kWidth},
        reference{before.data(), kWidth, kHeight, kWidth};
    double one = 0;
    const int most = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    for (const auto predictor : {genmedia::Predictor::hierarchical, genmedia::Predictor::spatial}) {
        for (int threads = 1; threads <= most; threads *= 2) {
            genmedia::MotionOptions options;
            options.threads = threads;
            options.predictor = predictor;
            genmedia::MotionEstimator estimator(options);
            genmedia::MotionField field;
            double best = 1e9;
            for (int i = 0; i < 25; i++) {
                const auto start = std::chrono::steady_clock::now();
                const genmedia::Status status = estimator.estimate(
                    {.source = {.luma = source, .chroma = {}}, .previous = reference, .next = {}}, field);
                if (!status.ok()) {
                    std::fprintf(stderr, "bench_motion_threads: %s\n", status.message().c_str());
                    return 1;
                }
                best = std::min(
                    best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                              .count());
            }
            if (threads == 1) one = best;
            std::printf("%s, %2d threads: %6.2f ms a picture, %.2f times one\n",
                        predictor == genmedia::Predictor::spatial ? "spatial" : "hierarchical", threads, best,
                        one / best);
        }
    }
}
