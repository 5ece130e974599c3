// SPDX-License-Identifier: MIT
// Reads and writes of images that PoCL does not know: NV12, and planes of two channels. [ext
// cl_intel_planar_yuv]

GM_INLINE __global struct gm_plane* __gm_plane(ulong handle) {
    __global struct gm_launch* launch = __gm_launch();
    for (uint i = 0; i < launch->plane_count; i++)
        if (__gm_group()->image[i] == handle) return (__global struct gm_plane*)launch->planes + i;
    return 0;
}

// The two channels of a pixel that PoCL took for one of 16 bits: it reads two of 8 bits as if they were four.
GM_OVERLOAD float4 __gm_split(float4 color) {
    const uint both = (uint)(color.x * 65535 + 0.5f);
    return (float4)((both & 255) / 255.0f, (both >> 8) / 255.0f, 0, 1);
}
GM_OVERLOAD uint4 __gm_split(uint4 color) { return (uint4)(color.x & 255, color.x >> 8, 0, 1); }

// What PoCL has read, put right. NV12: only integer coordinates, where PoCL has read the luma.
#define GM_PLANAR_READ(T)                                                                          \
    GM_OVERLOAD T##4 __gm_planar_##T(T##4 color, ulong handle, int2 coord, T##4 one, float scale) { \
        __global struct gm_plane* plane = __gm_plane(handle);                                      \
        if (plane == 0 || plane->kind == GM_PLAIN) return color;                                   \
        if (plane->kind == GM_RG) return __gm_split(color);                                        \
        __global struct gm_image* image = (__global struct gm_image*)handle;                       \
        const int x = clamp(coord.x, 0, (int)image->width - 1), y = clamp(coord.y, 0, (int)image->height - 1); \
        __global uchar* chroma = (__global uchar*)plane->chroma + (size_t)(y / 2) * plane->pitch + (x & ~1); \
        return (T##4)((T)(chroma[1] * scale), color.x, (T)(chroma[0] * scale), one.x);             \
    }                                                                                              \
    GM_OVERLOAD T##4 __gm_planar_##T(T##4 color, ulong handle, float2 coord, T##4 one, float scale) { \
        __global struct gm_plane* plane = __gm_plane(handle);                                      \
        if (plane == 0 || plane->kind != GM_RG) return color;                                      \
        return __gm_split(color);                                                                  \
    }                                                                                              \
    GM_OVERLOAD T##4 __gm_planar_##T(T##4 color, ulong handle, int coord, T##4 one, float scale) { return color; } \
    GM_OVERLOAD T##4 __gm_planar_##T(T##4 color, ulong handle, float coord, T##4 one, float scale) { return color; } \
    GM_OVERLOAD T##4 __gm_planar_##T(T##4 color, ulong handle, int4 coord, T##4 one, float scale) { return color; } \
    GM_OVERLOAD T##4 __gm_planar_##T(T##4 color, ulong handle, float4 coord, T##4 one, float scale) { return color; }
GM_PLANAR_READ(float)
GM_PLANAR_READ(uint)

// Whether the write is done.
GM_OVERLOAD bool __gm_planar_write(ulong handle, int2 coord, uchar red, uchar green) {
    __global struct gm_plane* plane = __gm_plane(handle);
    if (plane == 0 || plane->kind != GM_RG) return false;
    __global struct gm_image* image = (__global struct gm_image*)handle;
    if (coord.x < 0 || coord.y < 0 || coord.x >= (int)image->width || coord.y >= (int)image->height) return true;
    __global uchar* pixel = (__global uchar*)image->data + (size_t)coord.y * image->row_pitch + 2 * coord.x;
    pixel[0] = red;
    pixel[1] = green;
    return true;
}
GM_OVERLOAD bool __gm_planar_write(ulong handle, int coord, uchar red, uchar green) { return false; }
GM_OVERLOAD bool __gm_planar_write(ulong handle, int4 coord, uchar red, uchar green) { return false; }

// Queries name what the host asked for, as well.
GM_INLINE int __gm_channel_order(int order, ulong handle) {
    __global struct gm_plane* plane = __gm_plane(handle);
    return plane != 0 && plane->kind == GM_RG ? 0x10B2 : order;  // CLK_RG
}
GM_INLINE int __gm_channel_type(int type, ulong handle) {
    __global struct gm_plane* plane = __gm_plane(handle);
    if (plane == 0 || plane->kind != GM_RG) return type;
    return type == 0x10D3 ? 0x10D2 : 0x10DA;  // CLK_UNORM_INT16: CLK_UNORM_INT8, else CLK_UNSIGNED_INT8
}

// (image, coordinate) or (image, sampler, coordinate); each argument evaluated once. `+` for the type of the
// value: where that lies, such as in global memory, is part of an lvalue's type.
#define GM_READ_2(CALL, T, ONE, SCALE, image, coord)                                                          \
    ({                                                                                                        \
        __typeof__(+(coord)) __gm_c = (coord);                                                                   \
        __gm_planar_##T(CALL(image, __gm_c), __builtin_astype(image, ulong), __gm_c, (T##4)(ONE), SCALE);     \
    })
#define GM_READ_3(CALL, T, ONE, SCALE, image, sampler, coord)                                                 \
    ({                                                                                                        \
        __typeof__(+(coord)) __gm_c = (coord);                                                                   \
        __gm_planar_##T(CALL(image, sampler, __gm_c), __builtin_astype(image, ulong), __gm_c, (T##4)(ONE), SCALE); \
    })
#define GM_THIRD(a, b, c, ...) c
#define GM_READ(CALL, T, ONE, SCALE, image, ...) \
    GM_THIRD(__VA_ARGS__, GM_READ_3, GM_READ_2, )(CALL, T, ONE, SCALE, image, __VA_ARGS__)
// Expressions, since calls may stand in conditions and loops' heads; a scalar colour stands for all four channels.
#define GM_WRITE(CALL, T, RED, GREEN, image, coord, color)                                \
    ({                                                                                    \
        __typeof__(+(coord)) __gm_c = (coord);                                               \
        T##4 __gm_v = (color);                                                            \
        __gm_planar_write(__builtin_astype(image, ulong), __gm_c, RED, GREEN) ? (void)0 : CALL(image, __gm_c, __gm_v); \
    })
#define GM_WRITE_FLOAT(CALL, image, coord, color) \
    GM_WRITE(CALL, float, convert_uchar_sat_rte(__gm_v.x * 255), convert_uchar_sat_rte(__gm_v.y * 255), image, coord, color)
#define GM_WRITE_UINT(CALL, image, coord, color) \
    GM_WRITE(CALL, uint, convert_uchar_sat(__gm_v.x), convert_uchar_sat(__gm_v.y), image, coord, color)

#ifdef get_image_channel_order
#define _cl_get_image_channel_order(image) \
    __gm_channel_order(_cl_get_image_channel_order(image), __builtin_astype(image, ulong))
#define _cl_get_image_channel_data_type(image) \
    __gm_channel_type(_cl_get_image_channel_data_type(image), __builtin_astype(image, ulong))
#else
#define get_image_channel_order(image) \
    __gm_channel_order(get_image_channel_order(image), __builtin_astype(image, ulong))
#define get_image_channel_data_type(image) \
    __gm_channel_type(get_image_channel_data_type(image), __builtin_astype(image, ulong))
#endif
#ifdef read_imagef
#define _cl_read_imagef(image, ...) GM_READ(_cl_read_imagef, float, 1, 1.0f / 255, image, __VA_ARGS__)
#define _cl_read_imageui(image, ...) GM_READ(_cl_read_imageui, uint, 1, 1, image, __VA_ARGS__)
#define _cl_write_imagef(image, coord, color) GM_WRITE_FLOAT(_cl_write_imagef, image, coord, color)
#define _cl_write_imageui(image, coord, color) GM_WRITE_UINT(_cl_write_imageui, image, coord, color)
#else
#define read_imagef(image, ...) GM_READ(read_imagef, float, 1, 1.0f / 255, image, __VA_ARGS__)
#define read_imageui(image, ...) GM_READ(read_imageui, uint, 1, 1, image, __VA_ARGS__)
#define write_imagef(image, coord, color) GM_WRITE_FLOAT(write_imagef, image, coord, color)
#define write_imageui(image, coord, color) GM_WRITE_UINT(write_imageui, image, coord, color)
#endif
