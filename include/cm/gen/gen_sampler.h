// SPDX-License-Identifier: MIT
// Sampling on Gen: one message of 16 lanes. It returns the mask's channels one after the other.
#pragma once

namespace cm {

// Writes the first of C channels, as bits, to rows of m. Inactive lanes stay.
template <int C, class M>
CM_INLINE void texels_to_rows(const M& m, vec<uint, 16 * C> texels) {
    using T = element_t<M>;
    static_assert(count_of<M> % 16 == 0 && sizeof(T) == 4,
                  "samplers fill rows of sixteen dwords (CM spec 4.7)");
    const matrix_ref<T, count_of<M> / 16, 16> rows(m);
    matrix<T, C, 16> all{uninitialised()};
    put<0, 16 * C>(all, bits<vec<T, 16 * C>>(texels));
#pragma clang loop unroll(full)
    for (int i = 0; i < C; i++) rows.row(i) = all.row(i);
}
template <class T, class X>
CM_INLINE vec<T, 16> coordinates(const X& x) {
    if constexpr (is_object<X>)
        static_assert(count_of<X> == 16, "there are sixteen coordinates of each kind (CM spec 4.7)");
    return load<T, 0, 16>(x);
}

template <class M, class U, class V, class R>
CM_INLINE void sample_rows(const M& m, int mask, SurfaceIndex surface, SamplerIndex sampler, const U& u,
                           const V& v, const R& r, const char*, int) {
    gen::with_channels(mask, [&](auto enabled) CM_LAMBDA {
        constexpr int channels = gen::channels_with_rows(enabled(), count_of<M> / 16);
        constexpr int C = gen::channels_in(channels);
        texels_to_rows<C>(m, gen::sample<vec<uint, 16 * C>>(channels, sampler.cm_index(), surface.cm_index(),
                                                            coordinates<float>(u), coordinates<float>(v),
                                                            coordinates<float>(r)));
    });
}
template <class M, class U, class V, class R>
CM_INLINE void load_rows_of_texels(const M& m, int mask, SurfaceIndex surface, const U& u, const V& v,
                                   const R& r, const char*, int) {
    gen::with_channels(mask, [&](auto enabled) CM_LAMBDA {
        constexpr int channels = gen::channels_with_rows(enabled(), count_of<M> / 16);
        constexpr int C = gen::channels_in(channels);
        texels_to_rows<C>(
            m, gen::sampler_load<vec<uint, 16 * C>>(channels, surface.cm_index(), coordinates<uint>(u),
                                                    coordinates<uint>(v), coordinates<uint>(r)));
    });
}

}  // namespace cm
