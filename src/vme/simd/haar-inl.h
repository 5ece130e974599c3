// SPDX-License-Identifier: MIT
// The distortion by 4x4 Haar transform, as vme/reference/distortion.cpp has it, in the lanes of vectors.
#if defined(GENMEDIA_SIMD_HAAR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_HAAR_INL_H_
#undef GENMEDIA_SIMD_HAAR_INL_H_
#else
#define GENMEDIA_SIMD_HAAR_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One dimension of the transform, of four vectors.
template <class V>
HWY_INLINE void haar_step(V& a, V& b, V& c, V& d) {
    const V ab = hn::Add(a, b), cd = hn::Add(c, d), ab_difference = hn::Sub(a, b),
            cd_difference = hn::Sub(c, d);
    a = hn::Add(ab, cd);
    b = hn::Sub(ab, cd);
    c = ab_difference;
    d = cd_difference;
}

// Lane by lane the distortion of a 4x4 block: t[4 * y + x] are the differences of pixel (x, y), int16_t.
// Fits in uint16_t: no coefficient is above 16 * 255, and half the sum of all at most 18360.
template <class V>
HWY_INLINE auto haar_blocks(V (&t)[16], bool ac_only) {
    for (int y = 0; y < 4; y++) haar_step(t[4 * y], t[4 * y + 1], t[4 * y + 2], t[4 * y + 3]);
    for (int x = 0; x < 4; x++) haar_step(t[x], t[4 + x], t[8 + x], t[12 + x]);
    const hn::RebindToUnsigned<hn::DFromV<V>> du;
    auto sum = ac_only ? hn::Zero(du) : hn::BitCast(du, hn::Abs(t[0]));
    for (int i = 1; i < 16; i++) sum = hn::Add(sum, hn::BitCast(du, hn::Abs(t[i])));
    return hn::ShiftRight<1>(sum);
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
