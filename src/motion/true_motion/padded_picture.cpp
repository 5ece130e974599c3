// SPDX-License-Identifier: MIT
#include "motion/true_motion/padded_picture.h"

#include "motion/eight_bits.h"
#include "walker/worker_pool.h"

#include <cstring>
#include <vector>

namespace genmedia::motion {
namespace {

constexpr int kLinesOfARun = 32;  // that a worker makes
constexpr int kMeanRadius = kMeanSide / 2;
static_assert(kMeanRadius < PaddedPicture::kPadding);

}  // namespace

PaddedPicture::PaddedPicture(const PlaneView& plane, int bits) : PaddedPlane(plane.width, plane.height) {
    const auto count = static_cast<size_t>(plane.width);
    walker::parallel_for_runs(plane.height, kLinesOfARun, [&](int first, int end) {
        for (int y = first; y < end; y++)
            if (bits == 8)
                std::memcpy(line(y), plane.line(y), count);
            else
                to_eight_bits(plane.line(y), plane.width, bits, line(y));
    });
    pad();
}

PaddedPicture PaddedPicture::half() const {
    PaddedPicture result((width() + 1) / 2, (height() + 1) / 2);
    walker::parallel_for_runs(result.height(), kLinesOfARun, [&](int first, int end) {
        const int count = result.width();  // once: for all compilers know, `to` may change it
        for (int y = first; y < end; y++) {
            const uint8_t *upper = at(0, 2 * y), *lower = at(0, 2 * y + 1);
            uint8_t* to = result.line(y);
            for (int x = 0; x < count; x++)
                to[x] = static_cast<uint8_t>(
                    (upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) / 4);
        }
    });
    result.pad();
    return result;
}

// Sums of columns move down line by line: 17 pixels of each, that 16 bits hold.
PaddedPicture PaddedPicture::without_mean(const FieldFunctions& functions) const {
    PaddedPicture result(width(), height());
    walker::parallel_for_runs(height(), 4 * kLinesOfARun, [&](int first, int end) {
        const auto count = static_cast<size_t>(width() + 2 * kMeanRadius);
        std::vector<uint16_t> columns(count + kReadAfterLine);
        for (int y = first - kMeanRadius; y <= first + kMeanRadius; y++) {
            const uint8_t* line = at(-kMeanRadius, y);
            for (size_t x = 0; x < count; x++) columns[x] = static_cast<uint16_t>(columns[x] + line[x]);
        }
        for (int y = first; y < end; y++) {
            functions.subtract_local_means({.width = static_cast<size_t>(width()),
                                            .columns = columns.data(),
                                            .from = at(0, y),
                                            .to = result.line(y)});
            const uint8_t* leaving = at(-kMeanRadius, y - kMeanRadius);
            const uint8_t* entering = at(-kMeanRadius, y + kMeanRadius + 1);
            for (size_t x = 0; x < count; x++)
                columns[x] = static_cast<uint16_t>(columns[x] + entering[x] - leaving[x]);
        }
    });
    result.pad();
    return result;
}

}  // namespace genmedia::motion
