// SPDX-License-Identifier: MIT
// Block reads and writes of sub-groups. Work-item i of a row takes element i, so no work-item waits for
// another. [ext cl_intel_subgroups, cl_intel_subgroups_char, _short and _long, cl_intel_media_block_io]

// At a picture's edge. Calls, as a kernel may have hundreds of these.
#define GM_RARE static __attribute__((noinline))

GM_INLINE __global uchar* __gm_line(__global struct gm_image* image, int y) {
    return (__global uchar*)image->data + (size_t)y * image->row_pitch;
}

// Whether bytes x to x + n - 1 of a line are all inside.
GM_INLINE bool __gm_is_inside(__global struct gm_image* image, int x, int n) {
    return x >= 0 && x <= (int)(image->width * image->element_size * image->channels) - n;
}

// The byte at x of a line; outside, the nearest pixel's byte of the same rank.
GM_INLINE uchar __gm_nearest_byte(__global struct gm_image* image, __global uchar* line, int x) {
    const int size = (int)(image->element_size * image->channels), bytes = (int)image->width * size;
    const int rank = ((x % size) + size) % size;
    return line[x < 0 ? rank : x >= bytes ? bytes - size + rank : x];
}

// n bytes as a number. Numbers are put together and taken apart without arrays: PoCL's work-item loops mix up those of
// work-items. Inside, a number is one load or store, which is 2.5 times as fast.
GM_RARE ulong __gm_bytes_at_edge(__global struct gm_image* image, __global uchar* line, int x, int n) {
    ulong value = 0;
#pragma nounroll
    for (int i = 0; i < n; i++) value |= (ulong)__gm_nearest_byte(image, line, x + i) << 8 * i;
    return value;
}
GM_RARE void __gm_write_at_edge(__global struct gm_image* image, __global uchar* line, int x, int n, ulong value) {
#pragma nounroll
    for (int i = 0; i < n; i++)
        if (__gm_is_inside(image, x + i, 1)) line[x + i] = (uchar)(value >> 8 * i);
}

GM_INLINE uchar __gm_image_read_uchar(__global struct gm_image* image, int x, int y) {
    return __gm_nearest_byte(image, __gm_line(image, clamp(y, 0, (int)image->height - 1)), x);
}
GM_INLINE void __gm_image_write_uchar(__global struct gm_image* image, int x, int y, uchar value) {
    if (__gm_is_inside(image, x, 1) && y >= 0 && y < (int)image->height) __gm_line(image, y)[x] = value;
}
#define GM_IMAGE_NUMBER(T, N)                                                                              \
    GM_INLINE T __gm_image_read_##T(__global struct gm_image* image, int x, int y) {                       \
        __global uchar* line = __gm_line(image, clamp(y, 0, (int)image->height - 1));                      \
        if (!__gm_is_inside(image, x, N)) return (T)__gm_bytes_at_edge(image, line, x, N);                 \
        return as_##T(vload##N(0, line + x));                                                              \
    }                                                                                                      \
    GM_INLINE void __gm_image_write_##T(__global struct gm_image* image, int x, int y, T value) {          \
        if (y < 0 || y >= (int)image->height) return;                                                      \
        __global uchar* line = __gm_line(image, y);                                                        \
        if (__gm_is_inside(image, x, N))                                                                   \
            vstore##N(as_uchar##N(value), 0, line + x);                                                    \
        else                                                                                               \
            __gm_write_at_edge(image, line, x, N, value);                                                  \
    }
GM_IMAGE_NUMBER(ushort, 2)
GM_IMAGE_NUMBER(uint, 4)
GM_IMAGE_NUMBER(ulong, 8)

// Element n of a work-item's value lies in line y + n of an image, n sub-group widths on in a buffer.
#define GM_BLOCK(T, BYTES, SUFFIX, N)                                                                     \
    GM_INLINE T##N __gm_image_block_read_##SUFFIX##N(__global struct gm_image* image, int2 coord) {       \
        const int x = coord.x + (int)__gm_lane() * BYTES;                                                 \
        return GM_GATHER_##N(T, GM_IMAGE_##T);                                                            \
    }                                                                                                     \
    GM_INLINE void __gm_image_block_write_##SUFFIX##N(__global struct gm_image* image, int2 coord, T##N data) { \
        const int x = coord.x + (int)__gm_lane() * BYTES;                                                 \
        GM_SCATTER_##N(data, GM_IMAGE_STORE_##T)                                                          \
    }                                                                                                     \
    GM_INLINE T##N __gm_buffer_block_read_##SUFFIX##N(const __global T* p) {                              \
        const uint lane = __gm_lane(), size = __gm_sub_group_size();                                      \
        return GM_GATHER_##N(T, GM_BUFFER);                                                               \
    }                                                                                                     \
    GM_INLINE void __gm_buffer_block_write_##SUFFIX##N(__global T* p, T##N data) {                        \
        const uint lane = __gm_lane(), size = __gm_sub_group_size();                                      \
        GM_SCATTER_##N(data, GM_BUFFER_STORE)                                                             \
    }
#define GM_IMAGE_uchar(n) __gm_image_read_uchar(image, x, coord.y + n)
#define GM_IMAGE_ushort(n) __gm_image_read_ushort(image, x, coord.y + n)
#define GM_IMAGE_uint(n) __gm_image_read_uint(image, x, coord.y + n)
#define GM_IMAGE_ulong(n) __gm_image_read_ulong(image, x, coord.y + n)
#define GM_IMAGE_STORE_uchar(n, value) __gm_image_write_uchar(image, x, coord.y + n, value);
#define GM_IMAGE_STORE_ushort(n, value) __gm_image_write_ushort(image, x, coord.y + n, value);
#define GM_IMAGE_STORE_uint(n, value) __gm_image_write_uint(image, x, coord.y + n, value);
#define GM_IMAGE_STORE_ulong(n, value) __gm_image_write_ulong(image, x, coord.y + n, value);
#define GM_BUFFER(n) p[n * size + lane]
#define GM_BUFFER_STORE(n, value) p[n * size + lane] = value;

// The region in row-major order, dealt out to the work-items like cards; what does not fit is dropped.
#define GM_MEDIA_ELEMENT(T, BYTES)                                                                        \
    GM_INLINE T __gm_media_get_##T(int2 corner, int width, int height, __global struct gm_image* image, int n) { \
        const int i = n * (int)__gm_sub_group_size() + (int)__gm_lane();                                  \
        if (i >= width * height) return 0;                                                                \
        return __gm_image_read_##T(image, corner.x + i % width * BYTES, corner.y + i / width);            \
    }                                                                                                     \
    GM_INLINE void __gm_media_put_##T(int2 corner, int width, int height, __global struct gm_image* image, int n, \
                                      T value) {                                                          \
        const int i = n * (int)__gm_sub_group_size() + (int)__gm_lane();                                  \
        if (i < width * height)                                                                           \
            __gm_image_write_##T(image, corner.x + i % width * BYTES, corner.y + i / width, value);       \
    }
GM_MEDIA_ELEMENT(uchar, 1)
GM_MEDIA_ELEMENT(ushort, 2)
GM_MEDIA_ELEMENT(uint, 4)

#define GM_MEDIA(T, BYTES, SUFFIX, N)                                                                     \
    GM_INLINE T##N __gm_media_read_##SUFFIX##N(int2 corner, int width, int height, ulong handle) {        \
        __global struct gm_image* image = (__global struct gm_image*)handle;                              \
        return GM_GATHER_##N(T, GM_MEDIA_##T);                                                            \
    }                                                                                                     \
    GM_INLINE void __gm_media_write_##SUFFIX##N(int2 corner, int width, int height, T##N data, ulong handle) { \
        __global struct gm_image* image = (__global struct gm_image*)handle;                              \
        GM_SCATTER_##N(data, GM_MEDIA_STORE_##T)                                                          \
    }
#define GM_MEDIA_uchar(n) __gm_media_get_uchar(corner, width, height, image, n)
#define GM_MEDIA_ushort(n) __gm_media_get_ushort(corner, width, height, image, n)
#define GM_MEDIA_uint(n) __gm_media_get_uint(corner, width, height, image, n)
#define GM_MEDIA_STORE_uchar(n, value) __gm_media_put_uchar(corner, width, height, image, n, value);
#define GM_MEDIA_STORE_ushort(n, value) __gm_media_put_ushort(corner, width, height, image, n, value);
#define GM_MEDIA_STORE_uint(n, value) __gm_media_put_uint(corner, width, height, image, n, value);

GM_BLOCK_WIDTHS(GM_BLOCK, uchar, 1, uc)
GM_BLOCK(uchar, 1, uc, 16)
GM_BLOCK_WIDTHS(GM_BLOCK, ushort, 2, us)
GM_BLOCK_WIDTHS(GM_BLOCK, uint, 4, ui)
GM_BLOCK_WIDTHS(GM_BLOCK, ulong, 8, ul)
GM_BLOCK_WIDTHS(GM_MEDIA, uchar, 1, uc)
GM_BLOCK_WIDTHS(GM_MEDIA, ushort, 2, us)
GM_BLOCK_WIDTHS(GM_MEDIA, uint, 4, ui)
GM_MEDIA(uchar, 1, uc, 16)
GM_MEDIA(ushort, 2, us, 16)

// Images of every access, and pointers, under the one name that the extensions give both. An image without a qualifier is
// read-only to clang; Beignet wrote it all the same.
#define GM_BLOCK_NAMES(T, SUFFIX, NAME, N)                                                              \
    GM_OVERLOAD T##N __gm_block_read_##NAME(read_only image2d_t image, int2 coord) {                    \
        return __gm_image_block_read_##SUFFIX##N((__global struct gm_image*)__builtin_astype(image, ulong), coord); \
    }                                                                                                   \
    GM_OVERLOAD void __gm_block_write_##NAME(write_only image2d_t image, int2 coord, T##N data) {       \
        __gm_image_block_write_##SUFFIX##N((__global struct gm_image*)__builtin_astype(image, ulong), coord, data); \
    }                                                                                                   \
    GM_OVERLOAD void __gm_block_write_##NAME(read_only image2d_t image, int2 coord, T##N data) {        \
        __gm_image_block_write_##SUFFIX##N((__global struct gm_image*)__builtin_astype(image, ulong), coord, data); \
    }                                                                                                   \
    GM_READ_WRITE_NAMES(T, SUFFIX, NAME, N)                                                             \
    GM_OVERLOAD T##N __gm_block_read_##NAME(const __global T* p) {                                      \
        return __gm_buffer_block_read_##SUFFIX##N(p);                                                   \
    }                                                                                                   \
    GM_OVERLOAD void __gm_block_write_##NAME(__global T* p, T##N data) {                                \
        __gm_buffer_block_write_##SUFFIX##N(p, data);                                                   \
    }
#if __OPENCL_C_VERSION__ >= 200
#define GM_READ_WRITE_NAMES(T, SUFFIX, NAME, N)                                                         \
    GM_OVERLOAD T##N __gm_block_read_##NAME(read_write image2d_t image, int2 coord) {                   \
        return __gm_image_block_read_##SUFFIX##N((__global struct gm_image*)__builtin_astype(image, ulong), coord); \
    }                                                                                                   \
    GM_OVERLOAD void __gm_block_write_##NAME(read_write image2d_t image, int2 coord, T##N data) {       \
        __gm_image_block_write_##SUFFIX##N((__global struct gm_image*)__builtin_astype(image, ulong), coord, data); \
    }
#else
#define GM_READ_WRITE_NAMES(T, SUFFIX, NAME, N)
#endif
GM_BLOCK_NAMES(uint, ui, ui, 1)
GM_BLOCK_NAMES(uint, ui, ui2, 2)
GM_BLOCK_NAMES(uint, ui, ui4, 4)
GM_BLOCK_NAMES(uint, ui, ui8, 8)
GM_BLOCK_NAMES(ushort, us, us, 1)
GM_BLOCK_NAMES(ushort, us, us2, 2)
GM_BLOCK_NAMES(ushort, us, us4, 4)
GM_BLOCK_NAMES(ushort, us, us8, 8)
GM_BLOCK_NAMES(uchar, uc, uc, 1)
GM_BLOCK_NAMES(uchar, uc, uc2, 2)
GM_BLOCK_NAMES(uchar, uc, uc4, 4)
GM_BLOCK_NAMES(uchar, uc, uc8, 8)
GM_BLOCK_NAMES(uchar, uc, uc16, 16)
GM_BLOCK_NAMES(ulong, ul, ul, 1)
GM_BLOCK_NAMES(ulong, ul, ul2, 2)
GM_BLOCK_NAMES(ulong, ul, ul4, 4)
GM_BLOCK_NAMES(ulong, ul, ul8, 8)
