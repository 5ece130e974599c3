// SPDX-License-Identifier: MIT
// bench_decode CLIP: how long it takes to read a clip's pictures and do nothing with them, as `genmedia
// motion` reads them: seconds of the clock, and of all processors.
#include "media/video/video_reader.h"

#include <sys/resource.h>

#include <chrono>
#include <cstdio>

namespace {

double processor_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace genmedia;
    if (argc != 2) {
        std::fprintf(stderr, "usage: bench_decode CLIP\n");
        return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    media::VideoReader reader;
    Status status = reader.open(argv[1]);
    int count = 0;
    for (bool end = false; status.ok() && !end;) {
        media::Picture picture;
        status = reader.next(picture, end);
        count += picture.empty() ? 0 : 1;
    }
    if (!status.ok()) {
        std::fprintf(stderr, "bench_decode: %s\n", status.message().c_str());
        return 1;
    }
    const std::chrono::duration<double> clock = std::chrono::steady_clock::now() - start;
    std::printf("%d pictures, %.2f s, of processors %.2f s\n", count, clock.count(), processor_seconds());
}
