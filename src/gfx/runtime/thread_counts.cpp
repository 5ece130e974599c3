// SPDX-License-Identifier: MIT
#include "thread_counts.h"

#include "gfx/gfxcc/gfx_abi.h"
#include "messages.h"

#include <algorithm>
#include <thread>

extern "C" {
__attribute__((weak)) void omp_set_num_threads(int count);
__attribute__((weak)) int omp_get_num_threads();
__attribute__((weak)) int omp_get_thread_num();
}

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

namespace genmedia::gfx {
namespace {

GroupSize group_of_kernel() {
    const GroupSize size = group_size();
    return {number_from_environment("GFX_THREAD_GROUP_WIDTH", 1, size.width),
            number_from_environment("GFX_THREAD_GROUP_HEIGHT", 1, size.height)};
}

// Where a thread is.
struct GroupPlace {
    int width = 0;  // 0: in no group
    long id[2] = {0, 0}, count[2] = {1, 1};
};
GroupPlace& group_place() {
    static thread_local GroupPlace place;
    return place;
}

}  // namespace
}  // namespace genmedia::gfx

using namespace genmedia::gfx;

extern "C" {

// At least two, so that a program without the barriers that it needs does not seem to be right.
int gfxcc_group_threads() {
    const GroupSize size = group_of_kernel();
    if (size.width <= 0 && size.height <= 0)
        return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, kMostThreads);
    const int threads = std::max(size.width, 1) * std::max(size.height, 1);
    if (threads > kMostThreads)
        fail("a thread group of " + std::to_string(size.width) + " x " + std::to_string(size.height) +
             "; at most " + std::to_string(kMostThreads) + " threads are allowed");
    return threads;
}

int gfxcc_group_width() {
    const int width = group_of_kernel().width;
    return width > 0 ? width : gfxcc_group_threads();
}

void gfxcc_enter_group(int width, long x, long across, long y, long down) {
    group_place() = {width, {x, y}, {across, down}};
}

int _gfx_gpgpu_group_count(int dimension) {
    return dimension == 0 || dimension == 1 ? static_cast<int>(group_place().count[dimension]) : 1;
}
int _gfx_gpgpu_group_id(int dimension) {
    return dimension == 0 || dimension == 1 ? static_cast<int>(group_place().id[dimension]) : 0;
}
int _gfx_gpgpu_local_size(int dimension) {
    const int width = group_place().width;
    if (width == 0 || omp_get_num_threads == nullptr) return 1;
    return dimension == 0 ? width : dimension == 1 ? omp_get_num_threads() / width : 1;
}
int _gfx_gpgpu_local_id(int dimension) {
    const int width = group_place().width;
    if (width == 0 || omp_get_thread_num == nullptr) return 0;
    return dimension == 0 ? omp_get_thread_num() % width : dimension == 1 ? omp_get_thread_num() / width : 0;
}
}
