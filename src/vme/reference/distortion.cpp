// SPDX-License-Identifier: MIT
#include "vme/reference/distortion.h"

#include "genmedia/partition.h"

#include <cstdlib>

namespace genmedia::vme::reference {
namespace {

uint32_t sad(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride, int width, int height) {
    uint32_t sum = 0;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) sum += std::abs(a[y * a_stride + x] - b[y * b_stride + x]);
    }
    return sum;
}

uint32_t haar(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride, int width, int height,
              bool ac_only) {
    uint32_t sum = 0;
    for (int y = 0; y < height; y += 4) {
        for (int x = 0; x < width; x += 4) {
            std::array<int, 16> difference;
            for (int i = 0; i < 16; i++) {
                const int px = x + i % 4, py = y + i / 4;
                difference[i] = a[py * a_stride + px] - b[py * b_stride + px];
            }
            sum += haar_4x4(difference, ac_only);
        }
    }
    return sum;
}

// The sixteen 4x4 SADs of a macroblock. Written by whole lines, which compilers vectorise.
BlockDistortions block_sads(const Pixels& source, const uint8_t* reference, int stride) {
    BlockDistortions sads;
    for (int by = 0; by < 4; by++) {
        uint16_t columns[16] = {};  // fits: four differences of at most 255
        for (int y = 4 * by; y < 4 * by + 4; y++) {
            for (int x = 0; x < 16; x++) {
                columns[x] = static_cast<uint16_t>(
                    columns[x] + std::abs(source[y * kBlockStride + x] - reference[y * stride + x]));
            }
        }
        for (int bx = 0; bx < 4; bx++) {
            const uint16_t* c = columns + 4 * bx;
            sads[entry_at(bx, by)] = static_cast<uint32_t>(c[0]) + c[1] + c[2] + c[3];
        }
    }
    return sads;
}

}  // namespace

uint32_t haar_4x4(const std::array<int, 16>& difference, bool ac_only) {
    std::array<int, 16> t = difference;
    // Two levels in each direction: sums and differences of pairs, then of the two sums.
    const auto transform = [&t](int first, int step) {
        const int a = t[first], b = t[first + step], c = t[first + 2 * step], d = t[first + 3 * step];
        t[first] = a + b + c + d;
        t[first + step] = a + b - c - d;
        t[first + 2 * step] = a - b;
        t[first + 3 * step] = c - d;
    };
    for (int line = 0; line < 4; line++) transform(4 * line, 1);
    for (int column = 0; column < 4; column++) transform(column, 4);
    uint32_t sum = 0;
    for (int i = ac_only ? 1 : 0; i < 16; i++) sum += static_cast<uint32_t>(std::abs(t[i]));
    return sum / 2;
}

uint32_t block_distortion(Distortion kind, const uint8_t* a, int a_stride, const uint8_t* b, int b_stride,
                          int width, int height) {
    if (kind == Distortion::sad) return sad(a, a_stride, b, b_stride, width, height);
    return haar(a, a_stride, b, b_stride, width, height, kind == Distortion::ac_haar);
}

BlockDistortions block_distortions(Distortion kind, const Pixels& source, const uint8_t* reference,
                                   int reference_stride) {
    if (kind == Distortion::sad) return block_sads(source, reference, reference_stride);
    BlockDistortions distortions;
    for (int entry = 0; entry < 16; entry++) {
        const int x = entry_x(entry), y = entry_y(entry);
        distortions[entry] = block_distortion(kind, source.data() + y * kBlockStride + x, kBlockStride,
                                              reference + y * reference_stride + x, reference_stride, 4, 4);
    }
    return distortions;
}

}  // namespace genmedia::vme::reference
