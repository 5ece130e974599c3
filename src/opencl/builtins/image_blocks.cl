// Block reads and writes of sub-groups. Work-item i of a row takes element i, so no work-item waits for
// another. [ext cl_intel_subgroups, cl_intel_subgroups_short, cl_intel_media_block_io]

GM_INLINE __global uchar* __gm_line(__global struct gm_image* image, int y) {
    return (__global uchar*)image->data + (size_t)y * image->row_pitch;
}

// A byte at byte column x of line y; outside, the nearest pixel's byte of the same rank.
GM_INLINE uchar __gm_image_byte(__global struct gm_image* image, int x, int y) {
    const int size = (int)(image->element_size * image->channels), bytes = (int)image->width * size;
    const int rank = ((x % size) + size) % size;
    const int column = x < 0 ? rank : x >= bytes ? bytes - size + rank : x;
    return __gm_line(image, clamp(y, 0, (int)image->height - 1))[column];
}

#define GM_IMAGE_ELEMENT(T, BYTES)                                                                      \
    GM_INLINE T __gm_image_read_##T(__global struct gm_image* image, int x, int y) {                    \
        union { uchar byte[BYTES]; T value; } element;                                                  \
        for (int i = 0; i < BYTES; ++i) element.byte[i] = __gm_image_byte(image, x + i, y);             \
        return element.value;                                                                           \
    }                                                                                                   \
    GM_INLINE void __gm_image_write_##T(__global struct gm_image* image, int x, int y, T value) {       \
        const int bytes = (int)(image->width * image->element_size * image->channels);                                    \
        if (y < 0 || y >= (int)image->height) return;                                                   \
        union { uchar byte[BYTES]; T value; } element = {.value = value};                               \
        for (int i = 0; i < BYTES; ++i)                                                                 \
            if (x + i >= 0 && x + i < bytes) __gm_line(image, y)[x + i] = element.byte[i];              \
    }
GM_IMAGE_ELEMENT(uchar, 1)
GM_IMAGE_ELEMENT(ushort, 2)
GM_IMAGE_ELEMENT(uint, 4)

// Element n of a work-item's value lies in line coord.y + n of an image, n sub-group widths on in a buffer.
#define GM_BLOCK(T, BYTES, SUFFIX, N)                                                                   \
    GM_INLINE T##N __gm_image_block_read_##SUFFIX##N(__global struct gm_image* image, int2 coord) {     \
        union { T element[N]; T##N value; } block;                                                      \
        const int x = coord.x + (int)__gm_lane() * BYTES;                                               \
        for (int n = 0; n < N; ++n) block.element[n] = __gm_image_read_##T(image, x, coord.y + n);      \
        return block.value;                                                                             \
    }                                                                                                   \
    GM_INLINE void __gm_image_block_write_##SUFFIX##N(__global struct gm_image* image, int2 coord, T##N data) { \
        union { T element[N]; T##N value; } block = {.value = data};                                    \
        const int x = coord.x + (int)__gm_lane() * BYTES;                                               \
        for (int n = 0; n < N; ++n) __gm_image_write_##T(image, x, coord.y + n, block.element[n]);      \
    }                                                                                                   \
    GM_INLINE T##N __gm_buffer_block_read_##SUFFIX##N(const __global T* p) {                            \
        union { T element[N]; T##N value; } block;                                                      \
        for (int n = 0; n < N; ++n) block.element[n] = p[n * __gm_sub_group_size() + __gm_lane()];      \
        return block.value;                                                                             \
    }                                                                                                   \
    GM_INLINE void __gm_buffer_block_write_##SUFFIX##N(__global T* p, T##N data) {                      \
        union { T element[N]; T##N value; } block = {.value = data};                                    \
        for (int n = 0; n < N; ++n) p[n * __gm_sub_group_size() + __gm_lane()] = block.element[n];      \
    }

// The region in row-major order, dealt out to the work-items like cards; what does not fit is dropped.
#define GM_MEDIA(T, BYTES, SUFFIX, N)                                                                   \
    GM_INLINE T##N __gm_media_read_##SUFFIX##N(int2 corner, int width, int height, ulong handle) {      \
        __global struct gm_image* image = (__global struct gm_image*)handle;                            \
        union { T element[N]; T##N value; } block = {.value = (T##N)0};                                 \
        for (int n = 0; n < N; ++n) {                                                                   \
            const int i = n * (int)__gm_sub_group_size() + (int)__gm_lane();                            \
            if (i < width * height)                                                                     \
                block.element[n] = __gm_image_read_##T(image, corner.x + i % width * BYTES, corner.y + i / width); \
        }                                                                                               \
        return block.value;                                                                             \
    }                                                                                                   \
    GM_INLINE void __gm_media_write_##SUFFIX##N(int2 corner, int width, int height, T##N data, ulong handle) { \
        __global struct gm_image* image = (__global struct gm_image*)handle;                            \
        union { T element[N]; T##N value; } block = {.value = data};                                    \
        for (int n = 0; n < N; ++n) {                                                                   \
            const int i = n * (int)__gm_sub_group_size() + (int)__gm_lane();                            \
            if (i < width * height)                                                                     \
                __gm_image_write_##T(image, corner.x + i % width * BYTES, corner.y + i / width, block.element[n]); \
        }                                                                                               \
    }

#define uchar1 uchar
#define ushort1 ushort
#define uint1 uint
#define GM_BLOCK_WIDTHS(DO, T, BYTES, SUFFIX) \
    DO(T, BYTES, SUFFIX, 1) DO(T, BYTES, SUFFIX, 2) DO(T, BYTES, SUFFIX, 4) DO(T, BYTES, SUFFIX, 8)
GM_BLOCK_WIDTHS(GM_BLOCK, ushort, 2, us)
GM_BLOCK_WIDTHS(GM_BLOCK, uint, 4, ui)
GM_BLOCK_WIDTHS(GM_MEDIA, uchar, 1, uc)
GM_BLOCK_WIDTHS(GM_MEDIA, ushort, 2, us)
GM_BLOCK_WIDTHS(GM_MEDIA, uint, 4, ui)
GM_MEDIA(uchar, 1, uc, 16)
GM_MEDIA(ushort, 2, us, 16)

// Images of every access, and pointers, under the one name that the extensions give both.
#define GM_BLOCK_NAMES(T, SUFFIX, NAME, N)                                                              \
    GM_OVERLOAD T##N __gm_block_read_##NAME(read_only image2d_t image, int2 coord) {                    \
        return __gm_image_block_read_##SUFFIX##N((__global struct gm_image*)__builtin_astype(image, ulong), coord); \
    }                                                                                                   \
    GM_OVERLOAD void __gm_block_write_##NAME(write_only image2d_t image, int2 coord, T##N data) {       \
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
#undef uchar1
#undef ushort1
#undef uint1
