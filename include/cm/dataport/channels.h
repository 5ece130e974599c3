// SPDX-License-Identifier: MIT
// Messages that move up to four channels (R, G, B, A) per lane. CM spec 4.4, 4.5.
#pragma once

enum ChannelMaskType {
    CM_R_ENABLE = 1,
    CM_G_ENABLE = 2,
    CM_GR_ENABLE = 3,
    CM_B_ENABLE = 4,
    CM_BR_ENABLE = 5,
    CM_BG_ENABLE = 6,
    CM_BGR_ENABLE = 7,
    CM_A_ENABLE = 8,
    CM_AR_ENABLE = 9,
    CM_AG_ENABLE = 10,
    CM_AGR_ENABLE = 11,
    CM_AB_ENABLE = 12,
    CM_ABR_ENABLE = 13,
    CM_ABG_ENABLE = 14,
    CM_ABGR_ENABLE = 15,
};
using SLM_ChannelMaskType = ChannelMaskType;
#define SLM_R_ENABLE CM_R_ENABLE
#define SLM_G_ENABLE CM_G_ENABLE
#define SLM_GR_ENABLE CM_GR_ENABLE
#define SLM_B_ENABLE CM_B_ENABLE
#define SLM_BR_ENABLE CM_BR_ENABLE
#define SLM_BG_ENABLE CM_BG_ENABLE
#define SLM_BGR_ENABLE CM_BGR_ENABLE
#define SLM_A_ENABLE CM_A_ENABLE
#define SLM_AR_ENABLE CM_AR_ENABLE
#define SLM_AG_ENABLE CM_AG_ENABLE
#define SLM_AGR_ENABLE CM_AGR_ENABLE
#define SLM_AB_ENABLE CM_AB_ENABLE
#define SLM_ABR_ENABLE CM_ABR_ENABLE
#define SLM_ABG_ENABLE CM_ABG_ENABLE
#define SLM_ABGR_ENABLE CM_ABGR_ENABLE

#include "scattered.h"

#ifdef CM_GEN
#include "../gen/gen_channels.h"
#else

namespace cm {

// Calls f(channel, lane, place) for each active lane of each enabled channel. `place` is the element of M for
// that lane and channel: row r of M is the r-th enabled channel.
template <class M, class U, class F>
CM_INLINE void for_channels(int mask, const F& f) {
    constexpr int lanes = count_of<U>;
    const uint active = active_mask(lanes);
    for (int channel = 0, row = 0; channel < 4 && row * lanes < count_of<M>; channel++) {
        if ((mask >> channel & 1) == 0) continue;
        for (int k = 0; k < lanes; k++)
            if (lane_active(active, k)) f(channel, k, row * lanes + k);
        row++;
    }
}

// Channel c of lane k is c dwords after (base + offsets[k]) * scale bytes.
template <class O, class M>
CM_INLINE void gather_channels(memory from, int mask, unsigned long base, const O& offsets,
                               unsigned long scale, const M& m) {
    for_channels<M, O>(mask, [&](int channel, int k, int place) CM_LAMBDA {
        set_lane(m, place,
                 read_element<element_t<M>>(from, (base + lane<uint>(offsets, k)) * scale + channel * 4ul));
    });
}
template <class O, class M>
CM_INLINE void scatter_channels(memory to, int mask, unsigned long base, const O& offsets,
                                unsigned long scale, const M& m) {
    for_channels<M, O>(mask, [&](int channel, int k, int place) CM_LAMBDA {
        write_element(to, (base + lane<uint>(offsets, k)) * scale + channel * 4ul,
                      lane<element_t<M>>(m, place));
    });
}

// The pixel (u, v, r) of lane k, on a surface whose pixels are whole dwords. Data is null outside.
template <class U, class V, class R>
CM_INLINE memory texel(const cm_abi::Surface& s, const U& u, const V& v, const R& r, int k) {
    const uint x = lane<uint>(u, k), y = lane<uint>(v, k), z = lane<uint>(r, k);
    if (s.kind == cm_abi::SurfaceKind::buffer)
        return x * 4ul < s.bytes ? memory{reinterpret_cast<char*>(s.data) + x * 4ul, 4} : memory{nullptr, 0};
    if (s.plane_count == 0 || x >= static_cast<uint>(s.width) || y >= static_cast<uint>(s.height) ||
        z >= static_cast<uint>(s.depth))
        return {nullptr, 0};
    const int bytes = s.plane[0].pixel_bytes;
    return {reinterpret_cast<char*>(s.plane[0].data) + z * s.slice_pitch +
                static_cast<long>(y) * s.plane[0].pitch + static_cast<long>(x) * bytes,
            static_cast<unsigned long>(bytes)};
}

template <class M, class U, class V, class R>
CM_INLINE void gather_pixels(SurfaceIndex from, int mask, const M& m, const U& u, const V& v, const R& r) {
    for_channels<M, U>(mask, [&](int channel, int k, int place) CM_LAMBDA {
        set_lane(m, place, read_element<element_t<M>>(texel(from.cm_surface(), u, v, r, k), channel * 4ul));
    });
}
template <class M, class U, class V, class R>
CM_INLINE void scatter_pixels(SurfaceIndex to, int mask, const M& m, const U& u, const V& v, const R& r) {
    for_channels<M, U>(mask, [&](int channel, int k, int place) CM_LAMBDA {
        write_element(texel(to.cm_surface(), u, v, r, k), channel * 4ul, lane<element_t<M>>(m, place));
    });
}

}  // namespace cm

#endif

// u is in dwords.
template <class M, class U, cm::if_object<M> = 0, cm::if_object<U> = 0>
CM_INLINE void read_untyped(SurfaceIndex buffer, ChannelMaskType mask, M&& m, const U& u, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    cm::gather_channels(cm::buffer_memory(buffer), mask, 0, u, 4, m);
}
template <class M, class U, cm::if_object<M> = 0, cm::if_object<U> = 0>
CM_INLINE void write_untyped(SurfaceIndex buffer, ChannelMaskType mask, const M& m, const U& u,
                             CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    cm::scatter_channels(cm::buffer_memory(buffer), mask, 0, u, 4, m);
}

// Coordinates are in pixels. Channels are the pixel's dwords. Missing channels, and pixels outside, read as
// 0.
template <class M, class U, class V = int, class R = int, cm::if_object<M> = 0, cm::if_object<U> = 0>
CM_INLINE void read_typed(SurfaceIndex surface, ChannelMaskType mask, M&& m, const U& u, const V& v = 0,
                          const R& r = 0) {
    cm::gather_pixels(surface, mask, m, u, v, r);
}
template <class M, class U, class V = int, class R = int, cm::if_object<M> = 0, cm::if_object<U> = 0>
CM_INLINE void write_typed(SurfaceIndex surface, ChannelMaskType mask, const M& m, const U& u, const V& v = 0,
                           const R& r = 0) {
    cm::scatter_pixels(surface, mask, m, u, v, r);
}
