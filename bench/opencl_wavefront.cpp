// SPDX-License-Identifier: MIT
// What a 1920x1088 picture takes of tests/fidelity/kernels/wavefront.cl: up to three searches a macroblock,
// in columns that wait for each other. By events of the queue.
//     build/release/bin/genmedia cl [--device gpu] -- build/release/bench/bench_opencl_wavefront [TIMES]
#include "device.h"
#include "kernels/common/written_macroblock.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace {

using namespace example;

constexpr int kWidth = 1920, kHeight = 1088;

// A texture that moves by (5, -3), with some noise on it.
Frame picture(int moved, unsigned seed) {
    Frame frame{kWidth, kHeight, {}, {}};
    for (int y = 0; y < kHeight; y++)
        for (int x = 0; x < kWidth; x++) {
            seed = seed * 1664525 + 1013904223;
            const auto noise = static_cast<int>(seed >> 28);
            const int value = static_cast<int>(texture(x + 5 * moved, y - 3 * moved, 1)) + noise;
            frame.luma.push_back(static_cast<uint8_t>(std::min(value, 255)));
        }
    return frame;
}

std::vector<cl_short2> starts(int count) {
    std::vector<cl_short2> vectors(static_cast<size_t>(count));
    for (int i = 0; i < count; i++) {
        vectors[static_cast<size_t>(i)].s[0] = static_cast<cl_short>((i * 7 % 41 - 20) * 4);
        vectors[static_cast<size_t>(i)].s[1] = static_cast<cl_short>((i * 5 % 31 - 15) * 4);
    }
    return vectors;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void measure(int times) {
    const Device device;
    const cl::CommandQueue queue(device.context(), CL_QUEUE_PROFILING_ENABLE);
    const auto begin = std::chrono::steady_clock::now();
    cl::Kernel kernel = device.kernel("wavefront", "-cl-std=CL2.0");
    const double compiled = seconds_since(begin);
    const Frame before = picture(0, 1), now = picture(1, 2);
    const int columns = now.columns(), rows = now.rows();
    const auto count = static_cast<size_t>(columns) * static_cast<size_t>(rows);
    const std::vector<cl_int> none(static_cast<size_t>(columns));
    const cl::Buffer field = device.buffer(std::vector<Macroblock>(count)), done = device.buffer(none);
    const cl::Image2D source = device.image(now), reference = device.image(before);
    const cl::Buffer from = device.buffer(starts(columns * rows));
    cl_uint next = 0;
    for (const auto& image : {source, reference}) kernel.setArg(next++, image);
    for (const auto& buffer : {field, from, done}) kernel.setArg(next++, buffer);
    kernel.setArg(next++, cl_int{rows});
    kernel.setArg(next, cl_uchar{45});
    double best = 1e30, best_with_copies = 1e30;
    for (int i = 0; i < times; i++) {
        queue.enqueueWriteBuffer(done, CL_TRUE, 0, none.size() * sizeof(cl_int), none.data());
        const auto enqueued = std::chrono::steady_clock::now();
        cl::Event event;
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(static_cast<size_t>(columns) * 16),
                                   cl::NDRange(16), nullptr, &event);
        queue.finish();
        best_with_copies = std::min(best_with_copies, 1e6 * seconds_since(enqueued));
        const auto ended = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
        best = std::min(
            best, 1e-3 * static_cast<double>(ended - event.getProfilingInfo<CL_PROFILING_COMMAND_START>()));
    }
    std::printf("%s\n", queue.getInfo<CL_QUEUE_DEVICE>().getInfo<CL_DEVICE_NAME>().c_str());
    std::printf("%dx%d, best of %d: kernel %.0f us, with the launch %.0f us; %.1f pictures a second\n",
                kWidth, kHeight, times, best, best_with_copies, 1e6 / best);
    std::printf("%.2f us a row of the picture; compiled in %.1f s\n", best / rows, compiled);
    uint64_t hash = 1469598103934665603;
    for (const Macroblock& macroblock : device.read<Macroblock>(field, count)) {
        const auto* bytes = reinterpret_cast<const uint8_t*>(&macroblock);
        for (size_t i = 0; i < sizeof macroblock; i++) hash = (hash ^ bytes[i]) * 1099511628211;
    }
    std::printf("the field's hash is %016llx\n", static_cast<unsigned long long>(hash));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        measure(argc > 1 ? std::max(1, std::atoi(argv[1])) : 10);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
