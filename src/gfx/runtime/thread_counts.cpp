// SPDX-License-Identifier: MIT
#include "thread_counts.h"

#include "gfx/gfxcc/gfx_abi.h"
#include "messages.h"

#include <algorithm>
#include <thread>

extern "C" __attribute__((weak)) void omp_set_num_threads(int count);

namespace genmedia::gfx {
namespace {

constexpr int kMostThreads = 64;  // of a group, as on Gen7.5

// -1, the default, and 0 leave it to OpenMP: all processors.
[[gnu::constructor]] void limit_threads() {
    const int most = number_from_environment("GFX_MAX_THREAD_COUNT", -1, -1);
    if (most > 0 && omp_set_num_threads != nullptr) omp_set_num_threads(most);
}

}  // namespace

GroupSize& group_size() {
    static thread_local GroupSize size;
    return size;
}

}  // namespace genmedia::gfx

// Some pieces for each thread, as threads are not equally fast.
extern "C" long gfxcc_piece(long rounds) {
    constexpr long kPiecesOfAThread = 8;
    static const long threads = std::max(1U, std::thread::hardware_concurrency());
    return std::max(1L, rounds / (threads * kPiecesOfAThread));
}

// At least two, so that a program without the barriers that it needs does not seem to be right.
extern "C" int gfxcc_group_threads() {
    using namespace genmedia::gfx;
    const GroupSize size = group_size();
    const int width = number_from_environment("GFX_THREAD_GROUP_WIDTH", 1, size.width),
              height = number_from_environment("GFX_THREAD_GROUP_HEIGHT", 1, size.height);
    if (width <= 0 && height <= 0)
        return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, kMostThreads);
    const int threads = std::max(width, 1) * std::max(height, 1);
    if (threads > kMostThreads)
        fail("a thread group of " + std::to_string(width) + " x " + std::to_string(height) + "; at most " +
             std::to_string(kMostThreads) + " threads are allowed");
    return threads;
}
