// SPDX-License-Identifier: MIT
// sample16 and load16: each message gives sixteen texels as floats. CM spec 4.7.
//
// A texel is R, G, B, A. Formats with fewer channels, and how bits become floats:
//   A8R8G8B8, X8R8G8B8, A8B8G8R8, A16B16G16R16, R16G16, R16, R8: value / largest value; X8 is 1
//   A8: A alone;  L8, L16: R, G and B alike;  R16F, A16B16G16R16F, R32F: as they are
//   R32_UINT, R32_SINT: the integer's bits, never filtered
//   YUY2, UYVY, NV12, P010, P016: Cr is R, Y is G, Cb is B (CM spec 4.7)
// Missing colours are 0. A missing A is 1 (as in Direct3D 10; a guess for the GPU).
//
// Guesses, because CM's text does not say:
//   texel i of n has its centre at (i + 0.5) / n. Address modes are Direct3D's, on whole texels; values other
//   than CM_TEXTURE_ADDRESS_x clamp. Only magFilterType decides: POINT and NONE take one texel, all others
//   are LINEAR. Weights are not rounded. NV12's chroma is filtered on its own grid; both pixels of a YUY2
//   pair get the same chroma. Borders of samplers made without a colour are 0. NaN counts as 0. Outside the
//   picture, load16 gives 0 in all channels (as Direct3D's ld).
#pragma once

#include "channels.h"

#ifdef CM_GEN
#include "../gen/gen_sampler.h"
#else

#include "surface_format.h"

namespace cm {

using texel4 = vec<float, 4>;  // R, G, B, A

// The texels of a plane. Each covers 1 << shift of the picture's pixels in both directions.
struct texel_grid {
    const unsigned char* data;
    long row_pitch, slice_pitch;
    int columns, rows, slices;
    int width, height;  // of the picture, in pixels
    int shift;

    const unsigned char* row(int y, int z) const { return data + y * row_pitch + z * slice_pitch; }
    // The number of texels in `pixels`; half texels count.
    float texels(int pixels) const { return static_cast<float>(pixels) / static_cast<float>(1 << shift); }
};

CM_INLINE texel_grid grid_of(const cm_abi::Surface& s, int plane, int shift) {
    const cm_abi::Plane& p = s.plane[plane];
    const int columns = p.row_bytes / (p.pixel_bytes > 0 ? p.pixel_bytes : 1);
    const auto slice_pitch = static_cast<long>(s.slice_pitch);
    return {p.data, p.pitch, slice_pitch, columns, p.rows, s.depth, s.width, s.height, shift};
}

template <class T>
CM_INLINE T texel_part(const unsigned char* row, long i) {
    T value;
    __builtin_memcpy(&value, row + i * static_cast<long>(sizeof(T)), sizeof(T));
    return value;
}
// An unsigned number as a float in 0..1.
template <class T>
CM_INLINE float unit_part(const unsigned char* row, long i) {
    return static_cast<float>(texel_part<T>(row, i)) / static_cast<float>(std::numeric_limits<T>::max());
}

// Four such numbers side by side.
template <class T>
CM_INLINE texel4 unit_parts(const unsigned char* row, int x) {
    const vec<T, 4> parts = load_packed<T, 4>(row + x * 4l * static_cast<long>(sizeof(T)));
    return __builtin_convertvector(parts, texel4) / static_cast<float>(std::numeric_limits<T>::max());
}
CM_INLINE texel4 red_first(texel4 t) { return __builtin_shufflevector(t, t, 2, 1, 0, 3); }

// Calls plane(grid, channels, texel) for each plane with channels of the picture. `channels` is a type with a
// mask as value; texel(row, x) returns texel x of a row. For formats without texels: returns false and calls
// nothing.
template <class F>
bool for_texel_planes(const cm_abi::Surface& s, const F& plane) {
    using row = const unsigned char*;
    const auto all = std::integral_constant<int, CM_ABGR_ENABLE>();
    const auto simple = [&](const auto& texel) {
        plane(grid_of(s, 0, 0), all, texel);
        return true;
    };
    const auto chroma_and_luma = [&](auto sample) {
        using T = decltype(sample);
        plane(grid_of(s, 0, 0), all, [](row r, int x) { return texel4{0, unit_part<T>(r, x), 0, 1}; });
        plane(grid_of(s, 1, 1), std::integral_constant<int, CM_BR_ENABLE>(), [](row r, int x) {
            return texel4{unit_part<T>(r, 2l * x + 1), 0, unit_part<T>(r, 2l * x), 1};
        });
        return true;
    };
    switch (s.format) {
        case cm_abi::format_a8r8g8b8:
            return simple([](row r, int x) { return red_first(unit_parts<uchar>(r, x)); });
        case cm_abi::format_x8r8g8b8:
            return simple([](row r, int x) {
                texel4 t = red_first(unit_parts<uchar>(r, x));
                t[3] = 1;
                return t;
            });
        case cm_abi::format_a8b8g8r8: return simple([](row r, int x) { return unit_parts<uchar>(r, x); });
        case cm_abi::format_a16b16g16r16:
            return simple([](row r, int x) { return unit_parts<ushort>(r, x); });
        case cm_abi::format_a16b16g16r16f:
            return simple([](row r, int x) {
                return texel4(__builtin_convertvector(load_packed<half, 4>(r + x * 8l), texel4));
            });
        case cm_abi::format_r16g16_unorm:
            return simple([](row r, int x) {
                return texel4{unit_part<ushort>(r, 2l * x), unit_part<ushort>(r, 2l * x + 1), 0, 1};
            });
        case cm_abi::format_a8:
            return simple([](row r, int x) { return texel4{0, 0, 0, unit_part<uchar>(r, x)}; });
        case cm_abi::format_r8_unorm:
            return simple([](row r, int x) { return texel4{unit_part<uchar>(r, x), 0, 0, 1}; });
        case cm_abi::format_r16_unorm:
            return simple([](row r, int x) { return texel4{unit_part<ushort>(r, x), 0, 0, 1}; });
        case cm_abi::format_r16_float:
            return simple([](row r, int x) { return texel4{texel_part<half>(r, x), 0, 0, 1}; });
        case cm_abi::format_r32f:
        case cm_abi::format_r32_uint:
        case cm_abi::format_r32_sint:
            return simple([](row r, int x) { return texel4{texel_part<float>(r, x), 0, 0, 1}; });
        case cm_abi::format_l8:
            return simple([](row r, int x) {
                const float l = unit_part<uchar>(r, x);
                return texel4{l, l, l, 1};
            });
        case cm_abi::format_l16:
            return simple([](row r, int x) {
                const float l = unit_part<ushort>(r, x);
                return texel4{l, l, l, 1};
            });
        case cm_abi::format_yuy2:
            return simple([](row r, int x) {
                return texel4{unit_part<uchar>(r, x / 2 * 4l + 3), unit_part<uchar>(r, 2l * x),
                              unit_part<uchar>(r, x / 2 * 4l + 1), 1};
            });
        case cm_abi::format_uyvy:
            return simple([](row r, int x) {
                return texel4{unit_part<uchar>(r, x / 2 * 4l + 2), unit_part<uchar>(r, 2l * x + 1),
                              unit_part<uchar>(r, x / 2 * 4l), 1};
            });
        case cm_abi::format_nv12: return chroma_and_luma(uchar());
        case cm_abi::format_p010:
        case cm_abi::format_p016: return chroma_and_luma(ushort());
        default: return false;
    }
}

// The host's CM_TEXTURE_ADDRESS_x and CM_TEXTURE_FILTER_TYPE_x.
enum : std::uint32_t { address_wrap = 1, address_mirror, address_clamp, address_border, address_mirror_once };
enum : std::uint32_t { filter_none = 0, filter_point = 1 };

// The texel, 0..n-1, that is used for number i; -1: the border.
CM_INLINE int texel_place(std::uint32_t mode, int i, int n) {
    const int inside = i < 0 ? 0 : i < n ? i : n - 1;
    switch (mode) {
        case address_wrap: return i % n + (i % n < 0 ? n : 0);
        case address_mirror: {
            const int along = i % (2 * n) + (i % (2 * n) < 0 ? 2 * n : 0);
            return along < n ? along : 2 * n - 1 - along;
        }
        case address_border: return i == inside ? i : -1;
        case address_mirror_once: return i < 0 ? (-1 - i < n ? -1 - i : n - 1) : inside;
        default: return inside;
    }
}

// The two texels around a coordinate, moved by `offset` texels, in one direction.
struct texel_pair {
    int first, second;
    float weight;  // of the second
};
CM_INLINE texel_pair texels_around(std::uint32_t mode, bool linear, float coordinate, float extent, int n,
                                   float offset) {
    float at = coordinate * extent + offset - (linear ? 0.5f : 0.0f);
    at = at == at ? at : 0.0f;
    at = at < 1e9f ? (at > -1e9f ? at : -1e9f) : 1e9f;
    const float below = __builtin_floorf(at);
    const int i = static_cast<int>(below);
    return {texel_place(mode, i, n), linear ? texel_place(mode, i + 1, n) : 0, at - below};
}
CM_INLINE texel4 between(texel4 a, texel4 b, float weight) { return a + (b - a) * weight; }

// Sixteen texels of a plane, moved by `offset` of the picture's texels. Channel c of lane k goes to
// out[c * 16 + k].
template <int Channels, class F>
void sample_plane(const texel_grid& grid, const cm_abi::Sampler& sampler, bool linear, const float* u,
                  const float* v, const float* r, const int* offset, float* out, const F& texel) {
    const texel4 border = {sampler.border[0], sampler.border[1], sampler.border[2], sampler.border[3]};
    for (int k = 0; k < 16; k++) {
        const texel_pair x = texels_around(sampler.address_u, linear, u[k], grid.texels(grid.width),
                                           grid.columns, grid.texels(offset[0]));
        const texel_pair y = texels_around(sampler.address_v, linear, v[k], grid.texels(grid.height),
                                           grid.rows, grid.texels(offset[1]));
        const auto line = [&](int j, int l) {
            if (j < 0 || l < 0) return border;
            const unsigned char* row = grid.row(j, l);
            const texel4 first = x.first < 0 ? border : texel(row, x.first);
            return linear ? between(first, x.second < 0 ? border : texel(row, x.second), x.weight) : first;
        };
        const auto slice = [&](int l) {
            const texel4 first = line(y.first, l);
            return linear ? between(first, line(y.second, l), y.weight) : first;
        };
        texel4 value;
        if (grid.slices > 1) {
            const texel_pair z =
                texels_around(sampler.address_w, linear, r[k], static_cast<float>(grid.slices), grid.slices,
                              static_cast<float>(offset[2]));
            value = slice(z.first);
            if (linear) value = between(value, slice(z.second), z.weight);
        } else {
            value = slice(0);
        }
        for (int c = 0; c < 4; c++)
            if (Channels >> c & 1) out[c * 16 + k] = value[c];
    }
}

// The same for whole texels with integer coordinates.
template <int Channels, class F>
void load_plane(const texel_grid& grid, const uint* u, const uint* v, const uint* r, float* out,
                const F& texel) {
    for (int k = 0; k < 16; k++) {
        const uint z = grid.slices > 1 ? r[k] : 0;
        texel4 value = {0, 0, 0, 0};
        if (u[k] < static_cast<uint>(grid.width) && v[k] < static_cast<uint>(grid.height) &&
            z < static_cast<uint>(grid.slices))
            value = texel(grid.row(static_cast<int>(v[k] >> grid.shift), static_cast<int>(z)),
                          static_cast<int>(u[k] >> grid.shift));
        for (int c = 0; c < 4; c++)
            if (Channels >> c & 1) out[c * 16 + k] = value[c];
    }
}

// Templates, so that kernel files without samplers contain none of them. False: the format has no texels.
template <class E>
__attribute__((noinline)) bool sample_texels(const cm_abi::Surface& s, const cm_abi::Sampler& sampler,
                                             const E* u, const E* v, const E* r, const int* offset,
                                             float* out) {
    const bool integers = s.format == cm_abi::format_r32_uint || s.format == cm_abi::format_r32_sint;
    const bool linear = !integers && sampler.mag_filter != filter_point && sampler.mag_filter != filter_none;
    return for_texel_planes(s, [&](const texel_grid& grid, auto channels, const auto& texel) {
        sample_plane<decltype(channels)::value>(grid, sampler, linear, u, v, r, offset, out, texel);
    });
}
template <class E>
__attribute__((noinline)) bool load_texels(const cm_abi::Surface& s, const E* u, const E* v, const E* r,
                                           float* out) {
    return for_texel_planes(s, [&](const texel_grid& grid, auto channels, const auto& texel) {
        load_plane<decltype(channels)::value>(grid, u, v, r, out, texel);
    });
}

template <class T, class X>
CM_INLINE void coordinates_to(T* to, const X& x) {
    if constexpr (is_object<X>)
        static_assert(count_of<X> == 16, "there are sixteen coordinates of each kind (CM spec 4.7)");
    vector<T, 16> all = x;
    store_block(all, to, sizeof(T) * 16);
}

// Writes the enabled channels to successive rows of m.
template <class M>
CM_INLINE void channels_to_rows(const M& m, int mask, const float* from) {
    using T = element_t<M>;
    static_assert(count_of<M> % 16 == 0 && sizeof(T) == 4,
                  "samplers fill rows of sixteen dwords (CM spec 4.7)");
    const matrix_ref<T, count_of<M> / 16, 16> rows(m);
    matrix<T, 4, 16> all{uninitialised()};
    load_block(all, from, 64);
    int row = 0;
#pragma clang loop unroll(full)
    for (int c = 0; c < 4; c++) {
        if ((mask >> c & 1) == 0 || row == count_of<M> / 16) continue;
        rows.row(row) = all.row(c);
        row++;
    }
}

inline constexpr cm_abi::Sampler kUnboundSampler = {};
CM_INLINE const cm_abi::Sampler& state_of(SamplerIndex sampler, [[maybe_unused]] const char* file,
                                          [[maybe_unused]] int line) {
#ifdef CM_DEBUG
    if (sampler.cm_sampler() == nullptr) fail(file, line, "this sampler is not bound");
#endif
    return sampler.cm_sampler() ? *sampler.cm_sampler() : kUnboundSampler;
}

// Ends the task if the surface has no texels; in kernels for debugging also if m has too few rows.
CM_INLINE void check_sampling([[maybe_unused]] SurfaceIndex surface, [[maybe_unused]] bool has_texels,
                              [[maybe_unused]] int rows, [[maybe_unused]] int mask,
                              [[maybe_unused]] const char* file, [[maybe_unused]] int line) {
    check_format(surface, has_texels, "samplers read no surface of this format", file, line);
#ifdef CM_DEBUG
    if (__builtin_popcount(static_cast<uint>(mask)) > rows)
        fail(file, line, "the matrix has fewer rows than there are channels");
#endif
}

// Writes sixteen texels to rows of m: sampled at (u, v, r), or with integer coordinates.
template <class M, class U, class V, class R>
CM_INLINE void sample_rows(const M& m, int mask, SurfaceIndex surface, SamplerIndex sampler, const U& u,
                           const V& v, const R& r, const char* file, int line) {
    float at[3][16], texels[64] = {};
    coordinates_to(at[0], u);
    coordinates_to(at[1], v);
    coordinates_to(at[2], r);
    constexpr int no_offset[3] = {};
    const bool right = sample_texels(surface.cm_surface(), state_of(sampler, file, line), at[0], at[1], at[2],
                                     no_offset, texels);
    check_sampling(surface, right, count_of<M> / 16, mask, file, line);
    channels_to_rows(m, mask, texels);
}
template <class M, class U, class V, class R>
CM_INLINE void load_rows_of_texels(const M& m, int mask, SurfaceIndex surface, const U& u, const V& v,
                                   const R& r, const char* file, int line) {
    uint at[3][16];
    float texels[64] = {};
    coordinates_to(at[0], u);
    coordinates_to(at[1], v);
    coordinates_to(at[2], r);
    const bool right = load_texels(surface.cm_surface(), at[0], at[1], at[2], texels);
    check_sampling(surface, right, count_of<M> / 16, mask, file, line);
    channels_to_rows(m, mask, texels);
}

}  // namespace cm

#endif

// u, v and r are 0..1 across the picture. The sampler decides what lies between texels or outside. v is used
// only for 2-D and 3-D surfaces, r only for 3-D ones. Channels that the mask enables fill successive rows of
// m, in the order R, G, B, A. m has 16 columns of float, int or uint.
template <class M, class U, class V = float, class R = float, cm::if_object<M> = 0>
CM_INLINE void sample16(M&& m, ChannelMaskType mask, SurfaceIndex surface, SamplerIndex sampler, const U& u,
                        const V& v = 0, const R& r = 0, CM_SOURCE_PLACE) {
    cm::sample_rows(m, mask, surface, sampler, u, v, r, file, line);
}

// u, v and r are integer texel coordinates.
template <class M, class U, class V = uint, class R = uint, cm::if_object<M> = 0>
CM_INLINE void load16(M&& m, ChannelMaskType mask, SurfaceIndex surface, const U& u, const V& v = 0,
                      const R& r = 0, CM_SOURCE_PLACE) {
    cm::load_rows_of_texels(m, mask, surface, u, v, r, file, line);
}
