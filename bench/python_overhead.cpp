// SPDX-License-Identifier: MIT
// What bench/python_overhead.py compares with: a picture by the C++ API.
#include "genmedia/motion.h"

#include <chrono>
#include <memory>

namespace {

using namespace genmedia;

// An estimator, and the field that it fills again and again.
struct Search {
    MotionEstimator estimator;
    MotionField field;
};

MotionOptions options_of(bool fast, bool true_motion, int threads) {
    MotionOptions options;
    options.threads = threads;
    if (fast) {  // the preset of that name
        options.window = vme::SearchWindow::small;
        options.disabled_partitions = vme::partition_all & ~(vme::partition_16x16 | vme::partition_8x8);
    }
    if (true_motion) {
        options.field = Field::true_motion;
        options.confidence = true;
    }
    return options;
}

}  // namespace

extern "C" {

GENMEDIA_API void* make_search(int fast, int true_motion, int threads) {
    return new Search{MotionEstimator(options_of(fast != 0, true_motion != 0, threads)), {}};
}

GENMEDIA_API void delete_search(void* search) { delete static_cast<Search*>(search); }

// Seconds; negative where the search failed.
GENMEDIA_API double run_search(void* search, const uint8_t* source, const uint8_t* previous, int width,
                               int height) {
    auto& [estimator, field] = *static_cast<Search*>(search);
    const auto start = std::chrono::steady_clock::now();
    const Status status =
        estimator.estimate({.source = {.luma = {source, width, height, width}, .chroma = {}},
                            .previous = {previous, width, height, width},
                            .next = {}},
                           field);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return status.ok() ? taken.count() : -1;
}

// Whether the field's vectors are those given, (16, 2) a macroblock.
GENMEDIA_API int has_vectors(const void* search, const int16_t* vectors) {
    for (const vme::InterResult& result : static_cast<const Search*>(search)->field.inter)
        for (const vme::BidirectionalVector& vector : result.vectors)
            if (*vectors++ != vector.forward.x || *vectors++ != vector.forward.y) return 0;
    return 1;
}
}
