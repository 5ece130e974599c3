// SPDX-License-Identifier: MIT
// The integer search and its refinement on one core, a 1920x1080 picture a call, against the floor of
// vme_floor.cpp in the same run. Prints milliseconds a picture and ratios.
#include "vme/backends.h"
#include "vme/operations.h"
#include "vme_floor.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

using namespace genmedia;
using namespace genmedia::vme;

constexpr int kWidth = 1920, kHeight = 1080, kRim = 64, kStride = kWidth + 2 * kRim;

struct Picture {
    std::vector<uint8_t> samples = std::vector<uint8_t>(static_cast<size_t>(kStride) * (kHeight + 2 * kRim));
    uint8_t* at(int x, int y) { return samples.data() + (y + kRim) * kStride + x + kRim; }
    PlaneView view() { return {at(0, 0), kWidth, kHeight, kStride}; }
};

// Something with edges and texture that moves by (dx, dy), with a little noise.
Picture scene(double dx, double dy, uint32_t seed) {
    Picture picture;
    for (int y = -kRim; y < kHeight + kRim; y++) {
        for (int x = -kRim; x < kWidth + kRim; x++) {
            seed = seed * 1664525 + 1013904223;
            const double u = x + dx, v = y + dy;
            const double value = 128 + 40 * std::sin(u / 23) + 35 * std::cos((v + u / 3) / 17) +
                                 20 * std::sin(u * v / 4000) + static_cast<double>(seed >> 29);
            *picture.at(x, y) = static_cast<uint8_t>(std::clamp(value, 0.0, 255.0));
        }
    }
    return picture;
}

double once(const std::function<void()>& call) {
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

uint32_t sink = 0;

template <class Call>
void each_macroblock(Call call) {
    for (int y = 0; y < (kHeight + 15) / 16; y++) {
        for (int x = 0; x < kWidth / 16; x++) call(16 * x, 16 * y);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::atoi(argv[1]) : 7;
    Picture source = scene(0, 0, 1), reference = scene(2.75, -1.5, 2);
    ImeRequest request;
    request.source.image.luma = source.view();
    request.forward.luma = reference.view();
    request.costs.motion_vector = {.table = default_motion_vector_cost(SliceType::p, 28)};
    request.costs.shape = default_inter_shape_penalty(SliceType::p, 28);
    static uint16_t costs[24][32];
    for (int i = 0; i < 24 * 32; i++) costs[i / 32][i % 32] = static_cast<uint16_t>(i % 7);

    struct Row {
        const char* name;
        const char* what;
        std::function<void()> call;
        double best = 1e9;
    };
    std::vector<Row> rows;
    if (bench::floor_supported()) {
        rows.push_back({"floor 1", "4x4 SADs", [&] {
                            each_macroblock([&](int x, int y) {
                                sink +=
                                    bench::floor_sads(source.at(x, y), reference.at(x - 16, y - 12), kStride);
                            });
                        }});
        rows.push_back({"floor 2", "41 blocks", [&] {
                            each_macroblock([&](int x, int y) {
                                sink += bench::floor_search(source.at(x, y), reference.at(x - 16, y - 12),
                                                            kStride, costs);
                            });
                        }});
    }
    for (const Backend* backend : backends()) {
        if (!backend->supported() || backend == &kReferenceBackend) continue;
        rows.push_back({backend->name, "IME", [&, backend] {
                            each_macroblock([&](int x, int y) {
                                ImeRequest r = request;
                                r.source.x = x, r.source.y = y;
                                sink += integer_search(backend->functions, r).best_distortion;
                            });
                        }});
        rows.push_back({backend->name, "IME + FME", [&, backend] {
                            each_macroblock([&](int x, int y) {
                                ImeRequest r = request;
                                r.source.x = x, r.source.y = y;
                                const ImeResult found = integer_search(backend->functions, r);
                                RefineRequest f;
                                f.source = r.source;
                                f.costs = r.costs;
                                f.set_forward(r.forward);
                                f.set_partition(found);
                                sink += refine(backend->functions, f).best_distortion;
                            });
                        }});
    }
    for (int i = 0; i < repeats; i++) {
        for (Row& row : rows) row.best = std::min(row.best, once(row.call));
    }
    const double floor = bench::floor_supported() ? rows[1].best : 0;
    std::printf("1920x1080, one core, best of %d\n%-8s %-10s %10s %16s\n", repeats, "", "", "ms/picture",
                "of floor 2's speed");
    for (const Row& row : rows)
        std::printf("%-8s %-10s %10.2f %16.2f\n", row.name, row.what, row.best, floor / row.best);
    std::fprintf(stderr, "%u\n", sink);  // keeps what was computed
}
