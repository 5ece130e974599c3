// SPDX-License-Identifier: MIT
// The 3-D sampler's messages on Gen, with 8 and 16 lanes and 32-bit results.
#pragma once

namespace cm::gen {

// The hardware's numbers.
constexpr int number_of(CM3DSampleOp op) {
    constexpr int numbers[] = {0, 1, 2, 4, 24};
    return numbers[op];
}
constexpr int number_of(CM3DLoadOp op) { return op == CM_3D_LOAD ? 7 : 26; }

// Writes channel after channel to the first elements of `to`. Inactive lanes stay.
template <int Lanes, class D, int... Row>
CM_INLINE void texels_to_elements(const D& to, vec<uint, sizeof...(Row) * Lanes> texels,
                                  std::integer_sequence<int, Row...>) {
    constexpr int N = sizeof...(Row) * Lanes;
    const auto enabled = enabled_lanes<Lanes, 0, Lanes, Lanes>(1u);
    const auto row = std::make_integer_sequence<int, Lanes>();
    (set_bits_of_lanes<Row * Lanes, Lanes, 0, Lanes>(
         to, vec<uint, Lanes>(enabled != 0u ? part<uint, Row * Lanes, N>(texels, row)
                                            : bits_of_lanes<Row * Lanes, Lanes, Lanes>(to))),
     ...);
}
template <int Lanes, int Mask, class D>
constexpr int texels_of() {
    constexpr int N = channels_in(Mask) * Lanes;
    static_assert(sizeof(element_t<D>) == 4, "samplers give floats, or bits of 32, on Gen (CM spec 4.7)");
    static_assert(count_of<D> >= N, "the result has fewer elements than the enabled channels (CM spec 4.7)");
    return N;
}

}  // namespace cm::gen

namespace cm {

template <CM3DSampleOp Op, int Mask, class D, class... A>
CM_INLINE void sample_elements(const D& to, ushort aoffimmi, SamplerIndex sampler, SurfaceIndex surface,
                               const A&... operands) {
    static_assert(CM_GENX >= 900 || Op != CM_3D_SAMPLE_LZ, "CM_3D_SAMPLE_LZ is there from Gen9 on");
    constexpr int lanes = message_lanes<A...>(), N = gen::texels_of<lanes, Mask, D>();
    const auto texels =
        gen::sample_3d<vec<uint, N>>(gen::number_of(Op), gen::enabled_lanes<lanes, 0, lanes, lanes>(1u), Mask,
                                     static_cast<short>(aoffimmi), sampler.cm_index(), surface.cm_index(),
                                     load<float, 0, lanes>(operands)...);
    gen::texels_to_elements<lanes>(to, texels, std::make_integer_sequence<int, gen::channels_in(Mask)>());
}
template <CM3DLoadOp Op, int Mask, class D, class... A>
CM_INLINE void load_elements_of_texels(const D& to, ushort aoffimmi, SurfaceIndex surface,
                                       const A&... operands) {
    static_assert(CM_GENX >= 900 || sizeof(D) == 0, "cm_3d_load is lowered for Gen9 and later");
    constexpr int lanes = message_lanes<A...>(), N = gen::texels_of<lanes, Mask, D>();
    const auto texels = gen::load_3d<vec<uint, N>>(
        gen::number_of(Op), gen::enabled_lanes<lanes, 0, lanes, lanes>(1u), Mask,
        static_cast<short>(aoffimmi), surface.cm_index(), load<uint, 0, lanes>(operands)...);
    gen::texels_to_elements<lanes>(to, texels, std::make_integer_sequence<int, gen::channels_in(Mask)>());
}

}  // namespace cm
