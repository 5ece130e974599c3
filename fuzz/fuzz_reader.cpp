// SPDX-License-Identifier: MIT
// Feeds arbitrary bytes to the video reader as a file. The first byte decides whether they are raw video, how
// many threads decode, and whether the first damage ends it.
#include "media/video/video_reader.h"
#include "memory_file.h"

#include <cstdint>

namespace {

constexpr int kMaxFrames = 6;  // every seed has fewer

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace genmedia;
    if (size < 1 || size > 1 << 20) return 0;
    const MemoryFile file(data + 1, size - 1);
    media::ReaderOptions options{
        .raw = {}, .max_pixels = 512 * 512, .threads = 1 + data[0] / 8 % 4, .strict = data[0] % 64 >= 32};
    if (data[0] % 4 == 0) {
        const auto layout =
            data[0] % 8 == 0 ? media::RawFormat::Layout::i420 : media::RawFormat::Layout::nv12;
        options.raw = media::RawFormat{layout, 16 + data[0], 16};
    }
    media::VideoReader reader;
    if (!reader.open(file.path(), options).ok()) return 0;
    uint64_t sum = 0;
    bool end = false;
    for (int frame = 0; frame < kMaxFrames && !end; frame++) {
        media::Picture picture;
        if (!reader.next(picture, end).ok()) break;
        // Every pixel must be there to read.
        for (int32_t y = 0; y < picture.height(); y++)
            for (int32_t x = 0; x < picture.width(); x++) sum += picture.luma().line(y)[x];
    }
    volatile uint64_t sink = sum;  // keeps the reads
    (void)sink;
    return 0;
}
