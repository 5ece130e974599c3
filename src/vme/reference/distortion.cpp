// SPDX-License-Identifier: MIT
#include "vme/reference/distortion.h"

#include "genmedia/partition.h"
#include "vme/cost.h"

#include <algorithm>
#include <cstdlib>

namespace genmedia::vme::reference {
namespace {

uint32_t sad_4x4(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride) {
    uint32_t sum = 0;
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++)
            sum += static_cast<uint32_t>(std::abs(a[y * a_stride + x] - b[y * b_stride + x]));
    }
    return std::min(sum, kLargest4x4Distortion);
}

uint32_t haar_between(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride, bool ac_only) {
    std::array<int, 16> difference;
    for (int i = 0; i < 16; i++) difference[i] = a[i / 4 * a_stride + i % 4] - b[i / 4 * b_stride + i % 4];
    return haar_4x4(difference, ac_only);
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
            sads[entry_at(bx, by)] =
                std::min(static_cast<uint32_t>(c[0]) + c[1] + c[2] + c[3], kLargest4x4Distortion);
        }
    }
    return sads;
}

}  // namespace

uint32_t haar_4x4(const std::array<int, 16>& difference, bool ac_only) {
    uint32_t coefficients = 0;
    const auto difference_of = [&](int a, int b) { coefficients += static_cast<uint32_t>(std::abs(a - b)); };
    // Pairs of a line: 4 lines of two sums.
    std::array<int, 8> pairs;
    for (int i = 0; i < 8; i++) {
        difference_of(difference[2 * i], difference[2 * i + 1]);
        pairs[i] = difference[2 * i] + difference[2 * i + 1];
    }
    // Pairs of lines: the sums of the four 2x2 blocks.
    std::array<int, 4> blocks;
    for (int i = 0; i < 4; i++) {
        const int upper = i / 2 * 4 + i % 2, lower = upper + 2;
        difference_of(pairs[upper], pairs[lower]);
        blocks[i] = pairs[upper] + pairs[lower];
    }
    // The two blocks side by side, then the two halves one below the other.
    difference_of(blocks[0], blocks[1]);
    difference_of(blocks[2], blocks[3]);
    const int upper = blocks[0] + blocks[1], lower = blocks[2] + blocks[3];
    difference_of(upper, lower);
    if (!ac_only) difference_of(upper, -lower);
    return std::min(coefficients / 2, kLargest4x4Distortion);
}

uint32_t block_distortion(Distortion kind, const uint8_t* a, int a_stride, const uint8_t* b, int b_stride,
                          int width, int height) {
    uint32_t sum = 0;
    for (int y = 0; y < height; y += 4) {
        for (int x = 0; x < width; x += 4) {
            const uint8_t *const from_a = a + y * a_stride + x, *const from_b = b + y * b_stride + x;
            sum += kind == Distortion::sad
                       ? sad_4x4(from_a, a_stride, from_b, b_stride)
                       : haar_between(from_a, a_stride, from_b, b_stride, kind == Distortion::ac_haar);
        }
    }
    return sum;
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
