// SPDX-License-Identifier: MIT
#include "media/drawing/color_map.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace genmedia::media {
namespace {

constexpr std::array<uint32_t, 9> kStops = {0x000004, 0x1F0C48, 0x550F6D, 0x88226A, 0xBA3655,
                                            0xE35933, 0xF98C0A, 0xF9C932, 0xFCFFA4};

double channel(uint32_t stop, int shift) { return static_cast<double>(stop >> shift & 0xFF) / 255; }

}  // namespace

Color heat_color(double value) {
    const double place = std::clamp(value, 0.0, 1.0) * (kStops.size() - 1);
    const auto lower = std::min(static_cast<size_t>(place), kStops.size() - 2);
    const double rest = place - static_cast<double>(lower);
    const auto mix = [&](int shift) {
        return channel(kStops[lower], shift) * (1 - rest) + channel(kStops[lower + 1], shift) * rest;
    };
    return {mix(16), mix(8), mix(0)};
}

}  // namespace genmedia::media
