// SPDX-License-Identifier: MIT
// sample32: a message gives a block of 8x4 texels, as the message sample_unorm does. CM spec 4.7; guesses as
// in sampler.h. Guess: fractions of the words are cut.
#pragma once

#include "pixel_block.h"
#include "sampler.h"

#ifdef CM_GEN

// Gives an error message at each call.
template <class... A>
void sample32(const A&...)
    __attribute__((unavailable("sample32 is not supported in Gen code: compile without --gen")));

#else

namespace cm {

// The first texel's place, 0..1 across the picture, and the steps to the right and down.
struct sampled_block {
    float u, v, delta_u, delta_v;
};

// A template, so that kernel files without it contain none of it. False: the format has no texels.
template <class E>
__attribute__((noinline)) bool sample_pixels(const cm_abi::Surface& s, const cm_abi::Sampler& sampler,
                                             const E& block, pixel_block& pixels) {
    constexpr int no_offset[3] = {};
    constexpr float r[16] = {};
    for (int half = 0; half < 2; half++) {
        float u[16], v[16], texels[64] = {};
        for (int k = 0; k < 16; k++) {
            u[k] = block.u + static_cast<float>(k % 8) * block.delta_u;
            v[k] = block.v + static_cast<float>(2 * half + k / 8) * block.delta_v;
        }
        if (!sample_texels(s, sampler, u, v, r, no_offset, texels)) return false;
        for (int i = 0; i < 64; i++) {
            const float texel = texels[i] * 65280.0f;
            pixels[i / 16][2 * half + i % 16 / 8][i % 8] = static_cast<ushort>(texel < 0          ? 0.0f
                                                                               : texel < 65280.0f ? texel
                                                                                                  : 65280.0f);
        }
    }
    return true;
}

}  // namespace cm

// Fills the elements of m, row after row, with the enabled channels of four rows of eight texels.
template <class M, cm::if_object<M> = 0>
CM_INLINE void sample32(M&& m, ChannelMaskType channelMask, SurfaceIndex surfIndex, SamplerIndex sampIndex,
                        float u, float v, float deltaU, float deltaV, OutputFormatControl ofc = CM_16_FULL,
                        CM_SOURCE_PLACE) {
    cm::pixel_block pixels = {};
    const bool right = cm::sample_pixels(surfIndex.cm_surface(), cm::state_of(sampIndex, file, line),
                                         cm::sampled_block{u, v, deltaU, deltaV}, pixels);
    cm::check_format(surfIndex, right, "samplers read no surface of this format", file, line);
    cm::pixels_to_elements(m, ofc, channelMask, [&](cm::pixel_sink sink) CM_LAMBDA {
        sink.put(pixels, {0, 0, 8, 4});
    });
}

#endif
