// SPDX-License-Identifier: MIT
// Block reads and writes of sub-groups on a GPU's own driver, which keeps to itself how images lie in memory: bytes are what
// a pixel's components are made of. Outside of an image reads repeat its edge, and writes are dropped. Media blocks of
// elements that are smaller than a pixel cannot be written. [ext cl_intel_subgroups, .._char, .._short and .._long, cl_intel_media_block_io]

GM_INLINE int __gm_component_bytes(int type) {
    switch (type) {
        case CLK_SNORM_INT8:
        case CLK_UNORM_INT8:
        case CLK_SIGNED_INT8:
        case CLK_UNSIGNED_INT8: return 1;
        case CLK_SIGNED_INT32:
        case CLK_UNSIGNED_INT32:
        case CLK_FLOAT: return 4;
        default: return 2;
    }
}

GM_INLINE int __gm_component_count(int order) {
    switch (order) {
        case CLK_RGBA:
        case CLK_BGRA:
        case CLK_ARGB: return 4;
        case CLK_RG:
        case CLK_RA: return 2;
        default: return 1;
    }
}

// How an image's pixels lie in memory.
struct __gm_pixels {
    int type, order, component, bytes;  // of a component, and of a pixel
};

#define GM_PIXELS_OF(ACCESS)                                                                             \
    GM_OVERLOAD struct __gm_pixels __gm_pixels_of(ACCESS image2d_t image) {                              \
        const int type = get_image_channel_data_type(image), order = get_image_channel_order(image);     \
        const int component = __gm_component_bytes(type);                                                \
        const struct __gm_pixels pixels = {type, order, component, component * __gm_component_count(order)}; \
        return pixels;                                                                                   \
    }
GM_PIXELS_OF(read_only)
GM_PIXELS_OF(write_only)

__constant sampler_t __gm_nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// A pixel's components as its memory has them.
GM_INLINE uint4 __gm_texel(read_only image2d_t image, struct __gm_pixels pixels, int2 at) {
    uint4 texel;
    switch (pixels.type) {
        case CLK_UNORM_INT8: texel = convert_uint4(read_imagef(image, __gm_nearest, at) * 255.0f + 0.5f); break;
        case CLK_UNORM_INT16: texel = convert_uint4(read_imagef(image, __gm_nearest, at) * 65535.0f + 0.5f); break;
        case CLK_FLOAT: texel = as_uint4(read_imagef(image, __gm_nearest, at)); break;
        case CLK_SIGNED_INT8:
        case CLK_SIGNED_INT16:
        case CLK_SIGNED_INT32: texel = as_uint4(read_imagei(image, __gm_nearest, at)); break;
        default: texel = read_imageui(image, __gm_nearest, at); break;
    }
    return pixels.order == CLK_BGRA ? texel.zyxw : texel;
}

GM_INLINE void __gm_write_texel(write_only image2d_t image, struct __gm_pixels pixels, int2 at, uint4 texel) {
    if (pixels.order == CLK_BGRA) texel = texel.zyxw;
    switch (pixels.type) {
        case CLK_UNORM_INT8: write_imagef(image, at, convert_float4(texel) / 255.0f); break;
        case CLK_UNORM_INT16: write_imagef(image, at, convert_float4(texel) / 65535.0f); break;
        case CLK_FLOAT: write_imagef(image, at, as_float4(texel)); break;
        case CLK_SIGNED_INT8: write_imagei(image, at, convert_int4(as_char16(texel).s048c)); break;
        case CLK_SIGNED_INT16: write_imagei(image, at, convert_int4(as_short8(texel).s0246)); break;
        case CLK_SIGNED_INT32: write_imagei(image, at, as_int4(texel)); break;
        default: write_imageui(image, at, texel); break;
    }
}

GM_INLINE uint __gm_component(uint4 texel, int n) { return n == 0 ? texel.x : n == 1 ? texel.y : n == 2 ? texel.z : texel.w; }

// n bytes of line y from byte x on: a component at a time, where they begin with one.
GM_INLINE ulong __gm_image_bytes(read_only image2d_t image, int x, int y, int n) {
    const struct __gm_pixels pixels = __gm_pixels_of(image);
    const int step = x % pixels.component == 0 ? min(pixels.component, n) : 1;
    ulong value = 0;
    for (int i = 0; i < n; i += step) {
        const int column = (x + i) >= 0 ? (x + i) / pixels.bytes : -((pixels.bytes - 1 - x - i) / pixels.bytes);
        const int rank = x + i - column * pixels.bytes;
        const uint component = __gm_component(__gm_texel(image, pixels, (int2)(column, y)), rank / pixels.component);
        value |= (ulong)(component >> 8 * (rank % pixels.component) & (uint)((1ul << 8 * step) - 1)) << 8 * i;
    }
    return value;
}

GM_INLINE bool __gm_is_in_image(write_only image2d_t image, int x, int column, int y) {
    return x >= 0 && column < get_image_width(image) && y >= 0 && y < get_image_height(image);
}

// Writes a pixel whose components are the low bytes of `parts`.
GM_INLINE void __gm_write_parts(write_only image2d_t image, struct __gm_pixels pixels, int2 at, const uint parts[4]) {
    __gm_write_texel(image, pixels, at, (uint4)(parts[0], parts[1], parts[2], parts[3]));
}

GM_INLINE void __gm_write_image_bytes(write_only image2d_t image, int x, int y, int n, ulong value) {
    const struct __gm_pixels pixels = __gm_pixels_of(image);
    for (int i = 0; i < n; i += pixels.bytes) {
        const int column = (x + i) / pixels.bytes;
        if (!__gm_is_in_image(image, x + i, column, y)) continue;
        uint parts[4] = {0, 0, 0, 0};
        for (int k = 0; k < pixels.bytes / pixels.component; k++)
            parts[k] = (uint)(value >> 8 * (i + k * pixels.component) & ((1ul << 8 * pixels.component) - 1));
        __gm_write_parts(image, pixels, (int2)(column, y), parts);
    }
}

// n bytes of each work-item, one after the other from byte x of line y on. Who has a pixel's first byte writes it.
GM_INLINE void __gm_write_line(GM_CONTEXT write_only image2d_t image, int x, int y, int n, ulong value) {
    const struct __gm_pixels pixels = __gm_pixels_of(image);
    __local uchar* bytes = (__local uchar*)__gm_c.memory;
    const int own = (int)__gm_c.lane * n;
    __gm_meet(__gm_c);
    for (int k = 0; k < n; k++) bytes[own + k] = (uchar)(value >> 8 * k);
    __gm_meet(__gm_c);
    for (int i = own % pixels.bytes == 0 ? own : own + n; i < own + n; i += pixels.bytes) {
        const int column = (x + i) / pixels.bytes;
        if (!__gm_is_in_image(image, x + i, column, y)) continue;
        uint parts[4] = {0, 0, 0, 0};
        for (int k = 0; k < pixels.bytes; k++)
            parts[k / pixels.component] |= (uint)bytes[i + k] << 8 * (k % pixels.component);
        __gm_write_parts(image, pixels, (int2)(column, y), parts);
    }
}

// Element n of a work-item's value lies in line y + n of an image, n sub-group widths on in a buffer.
#define GM_IMAGE_BYTES(T, BYTES, n) (T) __gm_image_bytes(image, x, coord.y + n, BYTES)
#define GM_BUFFER(n) p[n * __gm_c.size + __gm_c.lane]
#define GM_BUFFER_STORE(n, value) p[n * __gm_c.size + __gm_c.lane] = value;
#define GM_IMAGE_uchar(n) GM_IMAGE_BYTES(uchar, 1, n)
#define GM_IMAGE_ushort(n) GM_IMAGE_BYTES(ushort, 2, n)
#define GM_IMAGE_uint(n) GM_IMAGE_BYTES(uint, 4, n)
#define GM_IMAGE_ulong(n) GM_IMAGE_BYTES(ulong, 8, n)
#define GM_IMAGE_STORE_uchar(n, value) __gm_write_line(__gm_c, image, coord.x, coord.y + n, 1, value);
#define GM_IMAGE_STORE_ushort(n, value) __gm_write_line(__gm_c, image, coord.x, coord.y + n, 2, value);
#define GM_IMAGE_STORE_uint(n, value) __gm_write_line(__gm_c, image, coord.x, coord.y + n, 4, value);
#define GM_IMAGE_STORE_ulong(n, value) __gm_write_line(__gm_c, image, coord.x, coord.y + n, 8, value);

#define GM_BLOCK_NAMES(T, BYTES, NAME, N)                                                            \
    GM_OVERLOAD T##N __gm_block_read_##NAME(GM_CONTEXT read_only image2d_t image, int2 coord) {      \
        const int x = coord.x + (int)__gm_c.lane * BYTES;                                            \
        return GM_GATHER_##N(T, GM_IMAGE_##T);                                                       \
    }                                                                                                \
    GM_OVERLOAD void __gm_block_write_##NAME(GM_CONTEXT write_only image2d_t image, int2 coord, T##N data) { \
        GM_SCATTER_##N(data, GM_IMAGE_STORE_##T)                                                     \
    }                                                                                                \
    GM_OVERLOAD T##N __gm_block_read_##NAME(GM_CONTEXT const __global T* p) { return GM_GATHER_##N(T, GM_BUFFER); } \
    GM_OVERLOAD void __gm_block_write_##NAME(GM_CONTEXT __global T* p, T##N data) {                  \
        GM_SCATTER_##N(data, GM_BUFFER_STORE)                                                        \
    }
GM_BLOCK_NAMES(uint, 4, ui, 1)
GM_BLOCK_NAMES(uint, 4, ui2, 2)
GM_BLOCK_NAMES(uint, 4, ui4, 4)
GM_BLOCK_NAMES(uint, 4, ui8, 8)
GM_BLOCK_NAMES(ushort, 2, us, 1)
GM_BLOCK_NAMES(ushort, 2, us2, 2)
GM_BLOCK_NAMES(ushort, 2, us4, 4)
GM_BLOCK_NAMES(ushort, 2, us8, 8)
GM_BLOCK_NAMES(uchar, 1, uc, 1)
GM_BLOCK_NAMES(uchar, 1, uc2, 2)
GM_BLOCK_NAMES(uchar, 1, uc4, 4)
GM_BLOCK_NAMES(uchar, 1, uc8, 8)
GM_BLOCK_NAMES(uchar, 1, uc16, 16)
GM_BLOCK_NAMES(ulong, 8, ul, 1)
GM_BLOCK_NAMES(ulong, 8, ul2, 2)
GM_BLOCK_NAMES(ulong, 8, ul4, 4)
GM_BLOCK_NAMES(ulong, 8, ul8, 8)

// The region in row-major order, dealt out to the work-items like cards; what does not fit is dropped.
#define GM_MEDIA(T, BYTES, SUFFIX, N)                                                                \
    GM_INLINE T##N __gm_media_read_##SUFFIX##N(GM_CONTEXT int2 corner, int width, int height, read_only image2d_t image) { \
        return GM_GATHER_##N(T, GM_MEDIA_##T);                                                       \
    }                                                                                                \
    GM_INLINE void __gm_media_write_##SUFFIX##N(GM_CONTEXT int2 corner, int width, int height, T##N data, \
                                                write_only image2d_t image) {                        \
        GM_SCATTER_##N(data, GM_MEDIA_STORE_##T)                                                     \
    }
#define GM_CARD(n) ((n) * (int)__gm_c.size + (int)__gm_c.lane)
#define GM_MEDIA_READ(T, BYTES, n)                                                                   \
    (GM_CARD(n) < width * height ? (T)__gm_image_bytes(image, corner.x + GM_CARD(n) % width * BYTES, \
                                                       corner.y + GM_CARD(n) / width, BYTES)         \
                                 : (T)0)
#define GM_MEDIA_WRITE(BYTES, n, value)                                                              \
    if (GM_CARD(n) < width * height)                                                                 \
        __gm_write_image_bytes(image, corner.x + GM_CARD(n) % width * BYTES, corner.y + GM_CARD(n) / width, BYTES, value);
#define GM_MEDIA_uchar(n) GM_MEDIA_READ(uchar, 1, n)
#define GM_MEDIA_ushort(n) GM_MEDIA_READ(ushort, 2, n)
#define GM_MEDIA_uint(n) GM_MEDIA_READ(uint, 4, n)
#define GM_MEDIA_STORE_uchar(n, value) GM_MEDIA_WRITE(1, n, value)
#define GM_MEDIA_STORE_ushort(n, value) GM_MEDIA_WRITE(2, n, value)
#define GM_MEDIA_STORE_uint(n, value) GM_MEDIA_WRITE(4, n, value)
GM_BLOCK_WIDTHS(GM_MEDIA, uchar, 1, uc)
GM_BLOCK_WIDTHS(GM_MEDIA, ushort, 2, us)
GM_BLOCK_WIDTHS(GM_MEDIA, uint, 4, ui)
GM_MEDIA(uchar, 1, uc, 16)
GM_MEDIA(ushort, 2, us, 16)

#define intel_sub_group_media_block_read_uc __gm_media_read_uc1
#define intel_sub_group_media_block_write_uc __gm_media_write_uc1
#define intel_sub_group_media_block_read_uc2 __gm_media_read_uc2
#define intel_sub_group_media_block_write_uc2 __gm_media_write_uc2
#define intel_sub_group_media_block_read_uc4 __gm_media_read_uc4
#define intel_sub_group_media_block_write_uc4 __gm_media_write_uc4
#define intel_sub_group_media_block_read_uc8 __gm_media_read_uc8
#define intel_sub_group_media_block_write_uc8 __gm_media_write_uc8
#define intel_sub_group_media_block_read_uc16 __gm_media_read_uc16
#define intel_sub_group_media_block_write_uc16 __gm_media_write_uc16
#define intel_sub_group_media_block_read_us __gm_media_read_us1
#define intel_sub_group_media_block_write_us __gm_media_write_us1
#define intel_sub_group_media_block_read_us2 __gm_media_read_us2
#define intel_sub_group_media_block_write_us2 __gm_media_write_us2
#define intel_sub_group_media_block_read_us4 __gm_media_read_us4
#define intel_sub_group_media_block_write_us4 __gm_media_write_us4
#define intel_sub_group_media_block_read_us8 __gm_media_read_us8
#define intel_sub_group_media_block_write_us8 __gm_media_write_us8
#define intel_sub_group_media_block_read_us16 __gm_media_read_us16
#define intel_sub_group_media_block_write_us16 __gm_media_write_us16
#define intel_sub_group_media_block_read_ui __gm_media_read_ui1
#define intel_sub_group_media_block_write_ui __gm_media_write_ui1
#define intel_sub_group_media_block_read_ui2 __gm_media_read_ui2
#define intel_sub_group_media_block_write_ui2 __gm_media_write_ui2
#define intel_sub_group_media_block_read_ui4 __gm_media_read_ui4
#define intel_sub_group_media_block_write_ui4 __gm_media_write_ui4
#define intel_sub_group_media_block_read_ui8 __gm_media_read_ui8
#define intel_sub_group_media_block_write_ui8 __gm_media_write_ui8
