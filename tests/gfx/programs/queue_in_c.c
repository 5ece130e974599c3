/* SPDX-License-Identifier: MIT */
// stderr: kernel scale is enqueued with other arguments than its 4
// stderr: no kernel missing
#include <gfx/gfx_rt.h>

#define KERNEL __attribute__((target(gfx_kernel)))
typedef float Real;
typedef long* Row;

KERNEL void scale(int* data, const int n, Real by, unsigned char more) {
    _Cilk_for (int i = 0; i < n; i++) data[i] = (int)(data[i] * by) + more;
}
KERNEL static void sum(Row to, const int from[], long long large) {
#ifdef __GFX__
    to[0] = (long)(__sec_reduce_add(from[0:8]) + large);
#else
    to[0] = -1;
#endif
}
KERNEL void pixels(__gfx_surface_index image) {
    int pair[2];
    _gfx_read_2d(image, 1, 0, pair, 8, 1);
    pair[:] *= 3;
    _gfx_write_2d(image, 1, 0, pair, 8, 1);
}

int main(void) {
    static int data[8], picture[4] = {1, 2, 3, 4};
    static long result[1];
    data[:] = 2;
    if (_GFX_share(data, sizeof(data)) != GFX_SUCCESS || _GFX_share(result, sizeof(result)) != GFX_SUCCESS) return 1;
    const GfxTaskId first = _GFX_offload(scale, data, 8, 2.5f, 1), second = _GFX_enqueue("sum", result, data, 1LL << 53 | 1);
    if (first <= 0 || second <= first || _GFX_wait(second, -1) != GFX_SUCCESS) return 2;
    if (data[7] != 6 || result[0] != 48 + (1L << 53 | 1)) return 3;
    if (_GFX_wait(first, 0) != GFX_TASKID_NOT_FOUND) return 4;
    if (_GFX_enqueue("scale", data, data, 1, 1) != 0 || _GFX_get_last_error() != GFX_WRONG_ARGUMENTS) return 5;
    if (_GFX_enqueue("missing", 1) != 0 || _GFX_get_last_error() != GFX_KERNEL_NOT_FOUND) return 6;
    GfxResourceHandle image = _GFX_create_image_2d(picture, sizeof(int), 1, 4, 0, GFX_MEMORY_SHARED);
    if (_GFX_offload(pixels, image) <= 0 || _GFX_close_resource_handle(image) != GFX_SUCCESS) return 7;
    if (picture[0] != 1 || picture[1] != 6 || picture[2] != 9 || picture[3] != 4) return 8;
    _GFX_unshare(data);
    _GFX_unshare(result);
    return 0;
}
