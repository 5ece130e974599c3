// SPDX-License-Identifier: MIT
// The planes of a picture that cm_avs_sampler scales, each with its own grid of samples.
#pragma once

#include "sampler.h"

#ifndef CM_GEN

namespace cm {

// Calls plane(grid, width, height, table, channels, texel) for each plane of the picture. table: luma's or
// chroma's. False if the format cannot be scaled.
template <class F>
bool for_scaled_planes(const cm_abi::Surface& s, bool eight_taps, const F& plane) {
    using row = const unsigned char*;
    const auto luma = std::integral_constant<int, CM_G_ENABLE>();
    const auto chroma = std::integral_constant<int, CM_BR_ENABLE>();
    const auto packed = [&](int y, int b, int r) {
        texel_grid pairs = grid_of(s, 0, 0);
        plane(pairs, s.width, s.height, 0, luma, [=](row p, int x) {
            return texel4{0, unit_part<uchar>(p, 2l * x + y), 0, 1};
        });
        pairs.columns = (pairs.columns + 1) / 2;
        plane(pairs, s.width / 2.0, s.height, 1, chroma, [=](row p, int x) {
            return texel4{unit_part<uchar>(p, 4l * x + r), 0, unit_part<uchar>(p, 4l * x + b), 1};
        });
        return true;
    };
    switch (s.format) {
        case cm_abi::format_yuy2: return packed(0, 1, 3);
        case cm_abi::format_uyvy: return packed(1, 0, 2);
        case cm_abi::format_a8:
            plane(grid_of(s, 0, 0), s.width, s.height, 0, std::integral_constant<int, CM_R_ENABLE>(),
                  [](row p, int x) {
                      return texel4{unit_part<uchar>(p, x), 0, 0, 1};
                  });
            return true;
        case cm_abi::format_a16b16g16r16f:
        case cm_abi::format_r16_float:
        case cm_abi::format_r32f:
        case cm_abi::format_r32_uint:
        case cm_abi::format_r32_sint: return false;
        default: break;
    }
    const bool several = s.format == cm_abi::format_a8r8g8b8 || s.format == cm_abi::format_x8r8g8b8 ||
                         s.format == cm_abi::format_a8b8g8r8 || s.format == cm_abi::format_a16b16g16r16 ||
                         s.format == cm_abi::format_r16g16_unorm;
    return for_texel_planes(s, [&](const texel_grid& grid, auto channels, const auto& texel) {
        const bool of_chroma = decltype(channels)::value == CM_BR_ENABLE || (several && !eight_taps);
        plane(grid, grid.texels(s.width), grid.texels(s.height), of_chroma ? 1 : 0, channels, texel);
    });
}

}  // namespace cm

#endif
