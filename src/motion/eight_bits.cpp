// SPDX-License-Identifier: MIT
#include "motion/eight_bits.h"

#include "motion/refusal.h"

#include <algorithm>
#include <cstdlib>

namespace genmedia::motion {

Status check_depth(const std::string& name, const PlaneView& plane, int bits) {
    if (bits < 8 || bits > 16) return refusal(name + "bits", std::to_string(bits), "8..16");
    if (bits == 8 || plane.empty()) return {};
    if (plane.bytes_per_sample != 2)
        return refusal(name + "bytes_per_sample", std::to_string(plane.bytes_per_sample), "2");
    const int64_t line = 2 * int64_t{plane.width};
    if (std::abs(plane.stride) < line)
        return refusal(name + "stride", std::to_string(plane.stride), std::to_string(line) + " or more");
    return {};
}

void to_eight_bits(const uint8_t* deep_line, int width, int bits, uint8_t* to) {
    const auto* const from = reinterpret_cast<const uint16_t*>(deep_line);
    const int shift = bits - 8, half = 1 << (shift - 1);
    for (int x = 0; x < width; x++) to[x] = static_cast<uint8_t>(std::min(255, (from[x] + half) >> shift));
}

PlaneView eight_bit_copy(const PlaneView& deep, int bits, std::vector<uint8_t>& samples) {
    if (deep.empty() || deep.width < 1 || deep.height < 1) return {};
    const auto width = static_cast<size_t>(deep.width);
    samples.resize(width * static_cast<size_t>(deep.height));
    for (int y = 0; y < deep.height; y++)
        to_eight_bits(deep.line(y), deep.width, bits, samples.data() + static_cast<size_t>(y) * width);
    return {samples.data(), deep.width, deep.height, deep.width};
}

}  // namespace genmedia::motion
