// SPDX-License-Identifier: MIT
// cm_3d_sample and cm_3d_load: each message gives 8 or 16 texels. CM spec 4.7. Texels, edges and guesses are
// as in sampler.h.
//
// A surface has one level of detail, so lod, bias and gradients have no effect. A surface is no array, so
// array indices have none either. Not supported: comparisons (CM_3D_SAMPLE_C and names that end in _C),
// CM_3D_LOD, multisampled loads, null masks.
#pragma once

#include "sampler.h"

// These numbers are genmedia's own.
enum CM3DSampleOp {
    CM_3D_SAMPLE,     // u, v, r
    CM_3D_SAMPLE_B,   // bias, u, v, r
    CM_3D_SAMPLE_L,   // lod, u, v, r
    CM_3D_SAMPLE_D,   // u, dudx, dudy, v, dvdx, dvdy, r, drdx, drdy
    CM_3D_SAMPLE_LZ,  // u, v, r
};
enum CM3DLoadOp {
    CM_3D_LOAD,     // u, v, lod, r
    CM_3D_LOAD_LZ,  // u, v, r
};

namespace cm {

// The number of lanes: 16, or 8 if the operands are shorter.
template <class... A>
constexpr int message_lanes() {
    constexpr int n = largest({elements_of<A>()...});
    static_assert(n >= 8, "sampler messages take operands of 8 or 16 elements (CM spec 4.7)");
    return n >= 16 ? 16 : 8;
}

}  // namespace cm

#ifdef CM_GEN
#include "../gen/gen_sampler_3d.h"
#else

namespace cm {

// Operand number `Place`, 0 if there are fewer operands. A scalar applies to each lane.
template <int Place, class T>
CM_INLINE void operand_to(T* to) {
    for (int k = 0; k < 16; k++) to[k] = T(0);
}
template <int Place, class T, class First, class... Rest>
CM_INLINE void operand_to(T* to, const First& first, const Rest&... rest) {
    if constexpr (Place > 0)
        operand_to<Place - 1>(to, rest...);
    else
        for (int k = 0; k < 16; k++)
            to[k] = !is_object<First> || k < elements_of<First>() ? lane<T>(first, k) : T(0);
}

// A signed number of four bits.
CM_INLINE int texel_offset(ushort all, int bit) { return ((all >> bit & 15) ^ 8) - 8; }

// Enabled channels of the first `Lanes` lanes, one after the other. Elements of 16 bits: 16 for each channel.
template <int Lanes, int Mask, class D>
CM_INLINE void channels_to_elements(const D& to, const float* from) {
    using T = element_t<D>;
    static_assert(sizeof(T) == 4 || is_half<T>, "samplers give floats, halves, or bits of 32 (CM spec 4.7)");
    constexpr int apart = sizeof(T) == 4 ? Lanes : 16;
    static_assert(count_of<D> >= __builtin_popcount(Mask) * apart,
                  "the result has fewer elements than the enabled channels (CM spec 4.7)");
    const uint active = active_mask(Lanes);
    int row = 0;
    for (int c = 0; c < 4; c++) {
        if ((Mask >> c & 1) == 0) continue;
        for (int k = 0; k < Lanes; k++) {
            if (!lane_active(active, k)) continue;
            T value;
            if constexpr (sizeof(T) == 4)
                __builtin_memcpy(&value, from + c * 16 + k, 4);
            else
                value = T(from[c * 16 + k]);
            set_lane(to, row * apart + k, value);
        }
        row++;
    }
}

template <CM3DSampleOp Op, int Mask, class D, class... A>
CM_INLINE void sample_elements(const D& to, ushort aoffimmi, SamplerIndex sampler, SurfaceIndex surface,
                               const A&... operands) {
    constexpr int first = Op == CM_3D_SAMPLE_B || Op == CM_3D_SAMPLE_L ? 1 : 0;
    constexpr int step = Op == CM_3D_SAMPLE_D ? 3 : 1;
    float at[3][16], texels[64] = {};
    operand_to<first>(at[0], operands...);
    operand_to<first + step>(at[1], operands...);
    operand_to<first + 2 * step>(at[2], operands...);
    const int offset[3] = {texel_offset(aoffimmi, 8), texel_offset(aoffimmi, 4), texel_offset(aoffimmi, 0)};
    const bool right = sample_texels(surface.cm_surface(), state_of(sampler, nullptr, 0), at[0], at[1], at[2],
                                     offset, texels);
    check_sampling(surface, right, 4, Mask, nullptr, 0);
    channels_to_elements<message_lanes<A...>(), Mask>(to, texels);
}
template <CM3DLoadOp Op, int Mask, class D, class... A>
CM_INLINE void load_elements_of_texels(const D& to, ushort aoffimmi, SurfaceIndex surface,
                                       const A&... operands) {
    uint at[3][16];
    float texels[64] = {};
    operand_to<0>(at[0], operands...);
    operand_to<1>(at[1], operands...);
    operand_to<Op == CM_3D_LOAD ? 3 : 2>(at[2], operands...);
    for (int d = 0; d < 3; d++)
        for (int k = 0; k < 16; k++) at[d][k] += static_cast<uint>(texel_offset(aoffimmi, 8 - 4 * d));
    const bool right = load_texels(surface.cm_surface(), at[0], at[1], at[2], texels);
    check_sampling(surface, right, 4, Mask, nullptr, 0);
    channels_to_elements<message_lanes<A...>(), Mask>(to, texels);
}

}  // namespace cm

#endif

// Coordinates are 0..1 across the picture. aoffimmi moves them by whole texels, -8..7: bits 0-3 r, 4-7 v,
// 8-11 u. The operands after `surface` are those that the operation lists. Omitted ones are 0.
template <CM3DSampleOp Op, ChannelMaskType Mask, class D, class... A, cm::if_object<D> = 0>
CM_INLINE void cm_3d_sample(D&& to, ushort aoffimmi, SamplerIndex sampler, SurfaceIndex surface,
                            const A&... operands) {
    cm::sample_elements<Op, Mask>(to, aoffimmi, sampler, surface, operands...);
}

// The same for texels with integer coordinates.
template <CM3DLoadOp Op, ChannelMaskType Mask, class D, class... A, cm::if_object<D> = 0>
CM_INLINE void cm_3d_load(D&& to, ushort aoffimmi, SurfaceIndex surface, const A&... operands) {
    cm::load_elements_of_texels<Op, Mask>(to, aoffimmi, surface, operands...);
}
