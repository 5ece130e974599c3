// SPDX-License-Identifier: MIT
// cm_avs_sampler: adaptive video scaling. One message gives a block of 16x4, 16x8, 8x4 or 4x4 pixels. CM spec
// 4.8; vISA's AVS has the same text.
//
// A pixel is a weighted sum of 8x8 samples of luma, 4x4 of chroma. The host's state has the weights, in
// tables for 32 phases, in 1/64. Sharpness blends them with bilinear weights. Intel's media driver shows
//   that sample i of n lies at i / n: unlike the 3-D sampler, no half is added to a picture's first place
//   which tap is the sample before the place: the fourth of luma's eight, the second of chroma's four
//   that without "eight taps" all channels of RGB take chroma's table, with them luma's
//   that image enhancement (IEF) is off for this interface, whatever the host asks; IEFBypass has no effect
//
// Guesses, because no public text says: places are rounded to a phase. Pixel i is at u + i * deltaU + i * (i
// - 1) / 2 * u2d, row j at v the same. Sums are exact, and cut to 8 bits after the point. The nearest sample
// is the one whose place differs least. A plane that is alone in its picture is luma. Chroma of YUY2 and UYVY
// is filtered on its own grid. Without a vertical block number, or with one below 0, it is 0. A sampler that
// CreateSampler8x8 did not make takes the nearest sample. With shuffled 8-bit downsampled results, a disabled
// one of R and B leaves its room where it would stand.
//
// Not supported: the adaptive choice of the sharpness, whose formula is not public. The state's default level
// applies, as where the host bypasses it; the runtime's log says so.
#pragma once

#include "pixel_block.h"
#include "scaled_planes.h"

enum AVSExecMode {
    CM_AVS_16x4 = 0,
    CM_AVS_8x4 = 1,
    CM_AVS_16x8 = 2,
    CM_AVS_4x4 = 3,
};

#ifdef CM_GEN

// Gives an error message at each call.
template <class... A>
void cm_avs_sampler(const A&...) __attribute__((
    unavailable("adaptive video scaling is not supported in Gen code: compile without --gen")));

#else

namespace cm {

inline constexpr int kOneWeight = 255 * 64;  // the sharpness and the coefficients

// The weights of eight samples around a place, in one direction.
struct scaler_taps {
    int first;
    int weights[8];
};

CM_INLINE scaler_taps taps_at(const cm_abi::Scaler& state, const signed char (*table)[8], double place) {
    place = place == place ? place : 0;
    place = place < 1e7 ? (place > -1e7 ? place : -1e7) : 1e7;
    static_assert(cm_abi::kScalerPhases == 1 << 5);
    const auto at = static_cast<int>(__builtin_floor(place * cm_abi::kScalerPhases + 0.5));
    scaler_taps taps = {(at >> 5) - 3, {}};
    const int phase = at & (cm_abi::kScalerPhases - 1);
    if (state.nearest) {
        taps.weights[phase < cm_abi::kScalerPhases / 2 ? 3 : 4] = kOneWeight;
        return taps;
    }
    for (int i = 0; i < 8; i++) taps.weights[i] = state.sharpness * table[phase][i];
    taps.weights[3] += (255 - state.sharpness) * 2 * (cm_abi::kScalerPhases - phase);
    taps.weights[4] += (255 - state.sharpness) * 2 * phase;
    return taps;
}

// The places of a block's columns or rows: `first`, and then steps that grow.
struct scaler_walk {
    float first, step, growth;
    double operator[](int i) const {
        return static_cast<double>(first) + i * static_cast<double>(step) +
               i * (i - 1) / 2 * static_cast<double>(growth);
    }
};

// `rows` begins at row `first_row` of the walk.
struct scaled_block {
    scaler_walk across, down;
    int columns, rows, first_row;
};

// Sets `channels` of the block's pixels. width and height: what 1 is in the plane's samples.
template <int Channels, class F>
void scale_plane(const texel_grid& grid, double width, double height, std::uint32_t edge,
                 const cm_abi::Scaler& state, int table, const scaled_block& block, pixel_block& pixels,
                 const F& texel) {
    constexpr long one = long{kOneWeight} * kOneWeight;
    scaler_taps across[16];
    for (int x = 0; x < block.columns; x++)
        across[x] = taps_at(state, state.coefficients[table][0], block.across[x] * width);
    for (int y = 0; y < block.rows; y++) {
        const scaler_taps down =
            taps_at(state, state.coefficients[table][1], block.down[block.first_row + y] * height);
        for (int x = 0; x < block.columns; x++) {
            vec<long, 4> sum = {};
            for (int j = 0; j < 8; j++) {
                if (down.weights[j] == 0) continue;
                const unsigned char* row = grid.row(texel_place(edge, down.first + j, grid.rows), 0);
                vec<long, 4> line = {};
                for (int i = 0; i < 8; i++) {
                    if (across[x].weights[i] == 0) continue;
                    const texel4 t = texel(row, texel_place(edge, across[x].first + i, grid.columns));
                    line += __builtin_convertvector(t * 65535.0f + 0.5f, vec<long, 4>) * across[x].weights[i];
                }
                sum += line * down.weights[j];
            }
            for (int c = 0; c < 4; c++) {
                if ((Channels >> c & 1) == 0) continue;
                const long pixel = sum[c] <= 0 ? 0 : sum[c] * 256 / (257 * one);
                pixels[c][y][x] = static_cast<ushort>(pixel < 0xFF00 ? pixel : 0xFF00);
            }
        }
    }
}

inline constexpr cm_abi::Scaler kNearestScaler = {true, false, false, 255, {}};

// A template, so that kernel files without it contain none of it. False: the format cannot be scaled.
template <class E>
__attribute__((noinline)) bool scale_block(const cm_abi::Surface& s, const cm_abi::Scaler& state,
                                           const E& block, pixel_block& pixels) {
    const std::uint32_t edge = s.mirrored ? address_mirror : address_clamp;
    return for_scaled_planes(s, state.eight_taps,
                             [&](const texel_grid& grid, double width, double height, int table,
                                 auto channels, const auto& texel) {
                                 scale_plane<decltype(channels)::value>(grid, width, height, edge, state,
                                                                        table, block, pixels, texel);
                             });
}

constexpr int scaled_columns(AVSExecMode mode) {
    return mode == CM_AVS_4x4 ? 4 : mode == CM_AVS_8x4 ? 8 : 16;
}

// The order in which pixels are returned.
CM_INLINE void put_scaled(pixel_sink sink, const pixel_block& pixels, bool shuffled, AVSExecMode mode) {
    if (shuffled && sink.format == CM_8_DOWN_SAMPLE && (sink.channels & CM_BR_ENABLE) != 0)
        sink.kept = CM_BR_ENABLE;
    const bool halves = shuffled && mode == CM_AVS_16x4;
    sink.put(pixels, {0, 0, halves ? 8 : scaled_columns(mode), 4});
    if (halves) sink.put(pixels, {8, 0, 8, 4});
    if (mode == CM_AVS_16x8) sink.put(pixels, {0, 4, 16, 4});
}

CM_INLINE const cm_abi::Scaler& scaler_of(SamplerIndex sampler, const char* file, int line) {
    const cm_abi::Scaler* scaler = state_of(sampler, file, line).scaler;
#ifdef CM_DEBUG
    if (scaler == nullptr) fail(file, line, "this sampler is none of CreateSampler8x8 for scaling");
#endif
    return scaler ? *scaler : kNearestScaler;
}

}  // namespace cm

// Fills the elements of m, row after row: the block's enabled channels, each with its rows. In 16x8 blocks
// the upper four rows of all channels come first; in shuffled 16x4 blocks the left eight columns of all
// channels. (u, v) is the place of the first pixel of block 0 from above, 0..1 across the picture; the others
// are deltaU and deltaV apart, which grow by u2d and v2d.
template <class M, cm::if_object<M> = 0>
CM_INLINE void cm_avs_sampler(M&& m, ChannelMaskType channelMask, SurfaceIndex surfIndex,
                              SamplerIndex samplerIndex, float u, float v, float deltaU, float deltaV,
                              float u2d, int = -1, int verticalBlockNumber = -1,
                              OutputFormatControl outControl = CM_16_FULL, float v2d = 0,
                              AVSExecMode execMode = CM_AVS_16x4, bool = false, CM_SOURCE_PLACE) {
    const cm_abi::Scaler& state = cm::scaler_of(samplerIndex, file, line);
    const int block = verticalBlockNumber > 0 ? verticalBlockNumber : 0;
    cm::pixel_block pixels = {};
    const bool right = cm::scale_block(surfIndex.cm_surface(), state,
                                       cm::scaled_block{{u, deltaU, u2d},
                                                        {v, deltaV, v2d},
                                                        cm::scaled_columns(execMode),
                                                        execMode == CM_AVS_16x8 ? 8 : 4,
                                                        4 * block},
                                       pixels);
    cm::check_format(surfIndex, right, "surfaces of this format cannot be scaled", file, line);
    cm::pixels_to_elements(m, outControl, channelMask, [&](const cm::pixel_sink& sink) CM_LAMBDA {
        cm::put_scaled(sink, pixels, state.shuffled, execMode);
    });
}

CM_SPELT_IN_VAIN(cm_avs_sampler, (class T), )

#endif
