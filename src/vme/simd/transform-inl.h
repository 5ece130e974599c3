// SPDX-License-Identifier: MIT
// AVC's forward transform of many blocks at once.
#if defined(GENMEDIA_SIMD_TRANSFORM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_TRANSFORM_INL_H_
#undef GENMEDIA_SIMD_TRANSFORM_INL_H_
#else
#define GENMEDIA_SIMD_TRANSFORM_INL_H_
#endif

#include "vme/simd/block_lanes-inl.h"
#include "vme/unit_functions.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One dimension, of four vectors.
template <class V>
HWY_INLINE void transform_step(V& a, V& b, V& c, V& d) {
    const V outer = hn::Add(a, d), inner = hn::Add(b, c), far = hn::Sub(a, d), near = hn::Sub(b, c);
    a = hn::Add(outer, inner);
    b = hn::Add(hn::Add(far, far), near);
    c = hn::Sub(outer, inner);
    d = hn::Sub(far, hn::Add(near, near));
}

template <int Rows>
HWY_INLINE void transform_rows(const uint8_t* source, const uint8_t* prediction, int16_t* to) {
    constexpr int blocks = 4 * Rows;
    const hn::CappedTag<int16_t, blocks> d;
    const hn::Rebind<uint8_t, decltype(d)> bytes;
    alignas(16) BlockLanes minuend, subtrahend;
    separate_blocks<Rows>(source, minuend);
    separate_blocks<Rows>(prediction, subtrahend);
    for (int first = 0; first < blocks; first += static_cast<int>(hn::MaxLanes(d))) {
        const auto load = [&](const uint8_t* from)
                              HWY_ATTR { return hn::PromoteTo(d, hn::Load(bytes, from + first)); };
        hn::Vec<decltype(d)> t[16];
        for (int i = 0; i < 16; i++) t[i] = hn::Sub(load(minuend[i]), load(subtrahend[i]));
        for (int y = 0; y < 4; y++) transform_step(t[4 * y], t[4 * y + 1], t[4 * y + 2], t[4 * y + 3]);
        for (int x = 0; x < 4; x++) transform_step(t[x], t[4 + x], t[8 + x], t[12 + x]);
        for (int i = 0; i < 16; i++) hn::StoreU(t[i], d, to + i * blocks + first);
    }
}

inline void transform(const uint8_t* source, const uint8_t* prediction, int rows, int16_t* to) {
    if (rows == 4) return transform_rows<4>(source, prediction, to);
    transform_rows<2>(source, prediction, to);
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
