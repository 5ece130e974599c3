// SPDX-License-Identifier: MIT
// The example basic_search on a 1920x1080 pair, through the OpenCL layer and by the native API, in one run.
//     build/release/bin/genmedia cl -- build/release/bench/bench_opencl_search
#include "device.h"
#include "genmedia/vme.h"
#include "macroblock.h"
#include "walker/worker_pool.h"

#include <chrono>

namespace {

using namespace example;
using namespace genmedia::vme;

constexpr int kRepeats = 15;

template <class Call>
double milliseconds(Call call) {
    double best = 1e9;
    for (int i = 0; i < kRepeats; i++) {
        const auto start = std::chrono::steady_clock::now();
        call();
        best = std::min(
            best,
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

Frame picture(double t) {
    Frame frame{1920, 1080, {}, {}};
    frame.luma.resize(static_cast<size_t>(frame.width) * frame.height);
    for (int y = 0; y < frame.height; y++) {
        for (int x = 0; x < frame.width; x++) {
            frame.luma[static_cast<size_t>(y) * frame.width + x] =
                static_cast<uint8_t>(texture(x - 1.5 * t, y + 0.75 * t, 1));
        }
    }
    return frame;
}

genmedia::PlaneView view(const Frame& frame) {
    return {frame.luma.data(), frame.width, frame.height, frame.width};
}

RefineResult native(const Frame& now, const Frame& before, int column, int row) {
    ImeRequest search;
    search.source = {.image = {view(now), {}}, .x = 16 * column, .y = 16 * row};
    search.forward.luma = view(before);
    ImeResult whole;
    RefineResult fine;
    if (!evaluate(search, whole).ok()) return fine;
    RefineRequest refinement;
    refinement.source = search.source;
    refinement.set_forward(search.forward);
    refinement.set_partition(whole);
    if (!evaluate(refinement, fine).ok()) return {};
    return fine;
}

int compare(const Arguments&) {
    const Frame before = picture(0), now = picture(1);
    const Device device;
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Buffer result = device.buffer(std::vector<Macroblock>(count));
    const cl::Kernel kernel = device.kernel("basic_search");
    const cl::Image2D source = device.image(now), reference = device.image(before);
    const auto run = [&] {
        device.run(kernel, now.columns(), now.rows(), source, reference, result);
        device.queue().finish();
    };
    run();  // compiles
    const double opencl = milliseconds(run);

    std::vector<RefineResult> field(count);
    const double api = milliseconds([&] {
        genmedia::walker::parallel_for(static_cast<int>(count), [&](int i) {
            field[static_cast<size_t>(i)] = native(now, before, i % now.columns(), i / now.columns());
        });
    });
    size_t different = 0;
    const auto macroblocks = device.read<Macroblock>(result, count);
    for (size_t i = 0; i < count; i++)
        different += macroblocks[i].best_distortion != field[i].best_distortion;
    std::printf("opencl %.2f ms, native %.2f ms: %.2f; %zu of %zu macroblocks differ\n", opencl, api,
                opencl / api, different, count);
    return different == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 1, compare); }
