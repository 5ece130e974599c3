// SPDX-License-Identifier: MIT
// The processor time that a kernel takes until its first launch has ended, including the linker that PoCL
// starts, by the number of places at which it exchanges values behind a condition.
//     GENMEDIA_CL_LANES=auto build/release/bin/genmedia cl -- build/release/bench/bench_opencl_compile
//     if|loop PLACES
#include "device.h"

#include <sys/resource.h>

#include <cstdlib>
#include <cstring>

namespace {

using namespace example;

constexpr unsigned kLanes = 16;

unsigned distance(unsigned place) { return place + 1; }
unsigned turns(unsigned place) { return place % 3; }

std::string text(bool loops, unsigned places) {
    std::string text =
        "kernel void k(global uint* out, global const uint* turns) {\n    uint s = "
        "get_sub_group_local_id();\n";
    for (unsigned i = 0; i < places; i++) {
        const std::string number = std::to_string(i);
        text +=
            "    " +
            (loops ? "for (uint i = 0; i < turns[" + number + "]; i++)" : "if (turns[" + number + "] > 0)") +
            " s += intel_sub_group_shuffle(s, (get_sub_group_local_id() + " + std::to_string(distance(i)) +
            ") & 15);\n";
    }
    return text + "    out[get_global_id(0)] = s;\n}\n";
}

std::vector<cl_uint> expected(bool loops, unsigned places) {
    std::vector<cl_uint> values(kLanes);
    for (unsigned i = 0; i < kLanes; i++) values[i] = i;
    for (unsigned i = 0; i < places; i++) {
        for (unsigned turn = 0; turn < (loops ? turns(i) : turns(i) > 0); turn++) {
            const std::vector<cl_uint> before = values;
            for (unsigned k = 0; k < kLanes; k++) values[k] += before[(k + distance(i)) % kLanes];
        }
    }
    return values;
}

double processor_seconds() {
    double seconds = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        for (const timeval& time : {usage.ru_utime, usage.ru_stime})
            seconds += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    }
    return seconds;
}

int run(bool loops, unsigned places) {
    const Device device;
    const cl::Buffer out = device.buffer(std::vector<cl_uint>(kLanes));
    std::vector<cl_uint> counts;
    for (unsigned i = 0; i < places; i++) counts.push_back(turns(i));
    const cl::Buffer in = device.buffer(counts);
    const double begin = processor_seconds();
    cl::Program program(device.context(), text(loops, places));
    program.build();
    device.run(cl::Kernel(program, "k"), 1, 1, out, in);
    device.queue().finish();
    const double seconds = processor_seconds() - begin;
    if (device.read<cl_uint>(out, kLanes) != expected(loops, places)) {
        std::fprintf(stderr, "bench_opencl_compile: wrong values\n");
        return 1;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%s %u: %.2f s, %ld MB\n", loops ? "loop" : "if", places, seconds, usage.ru_maxrss / 1024);
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    const unsigned places = count == 3 ? static_cast<unsigned>(std::atoi(arguments[2])) : 0;
    const bool loops = count == 3 && std::strcmp(arguments[1], "loop") == 0;
    if (places == 0 || (!loops && std::strcmp(arguments[1], "if") != 0)) {
        std::fprintf(stderr, "usage: bench_opencl_compile if|loop PLACES\n");
        return 2;
    }
    setenv("POCL_KERNEL_CACHE", "0", 0);  // everything is compiled anew
    try {
        return run(loops, places);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_opencl_compile: %s\n", error.what());
        return 1;
    }
}
