// SPDX-License-Identifier: MIT
// Blocks of images: outside of an image the nearest pixel is read, and nothing is written.
// stderr: an image of elements of 3 bytes; expected 1, 2, 4, 8 or 16
// stderr: argument 1 of a kernel is no image
// stderr: kernel turn is enqueued with other arguments than its 3
// stderr: _GFX_read_image_2d of what is no image
#include <gfx/gfx_rt.h>

enum { kWidth = 40, kHeight = 12 };

__declspec(target(gfx_kernel)) void turn(__gfx_surface_index from, __gfx_surface_index to, int by) {
    _Cilk_for (int y = 0; y < kHeight; y += 4)
        for (int x = 0; x < kWidth; x += 16) {
            unsigned char block[4][16];
            _gfx_read_2d(from, x - by, y - by, block, 16, 4);
            block[:][:] += 1;
            _gfx_write_2d(to, x, y, block, 16, 4);
        }
}
__declspec(target(gfx_kernel)) void twice(__gfx_surface_index image) {
    short row[16];
    _gfx_read_2d(image, 3, 1, row, 32, 1);  // column in elements, width in bytes
    row[:] *= 2;
    _gfx_write_2d(image, 3, 1, row, 32, 1);
}
__declspec(target(gfx_kernel)) void corners(__gfx_surface_index image, int* sum) {
    short all[2];
    _gfx_read_2d(image, -5, -5, all, 4, 1);
    sum[0] = all[0] + all[1];
    _gfx_read_2d(image, 19, 99, all, 4, 1);
    sum[1] = all[0] * 1000 + all[1];
}

static int within(int at, int end) { return at < 0 ? 0 : at >= end ? end - 1 : at; }

static int moved(int by) {
    static unsigned char from[kHeight][kWidth], to[kHeight][kWidth];
    from[:][:] = __sec_implicit_index(0) * 20 + __sec_implicit_index(1);
    to[:][:] = 0;
    {
        GfxImage2D<unsigned char> in(from[0], kHeight, kWidth), out(to[0], kHeight, kWidth);
        from[0][:] = 0;  // the image is a copy
        if (_GFX_offload(turn, in, out, by) == 0) return 1;
    }  // the host has it from here on
    for (int y = 0; y < kHeight; y++)
        for (int x = 0; x < kWidth; x++)
            if (to[y][x] != (unsigned char)(within(y - by, kHeight) * 20 + within(x - by, kWidth) + 1)) return 2;
    return from[0][1] != 1;  // what the image had, comes back
}

static int shared_and_read() {
    static short pixels[4][20], copied[4][20];
    static int sums[2];
    pixels[:][:] = copied[:][:] = __sec_implicit_index(1) + 1;
    pixels[3][19] = 7;
    GfxSharedImage2D<short> shared(pixels[0], 4, 20);
    GfxImage2D<short> copy(copied[0], 4, 20);
    if (_GFX_enqueue("twice", shared) == 0 || _GFX_offload(twice, copy) == 0 || _GFX_wait() != GFX_SUCCESS) return 1;
    if (pixels[1][3] != 8 || pixels[1][18] != 38 || pixels[1][19] != 20 || pixels[1][2] != 3) return 2;
    if (copied[1][3] != 4 || copy.read() != GFX_SUCCESS || copied[1][3] != 8) return 3;
    copied[1][3] = 5;
    if (copy.write() != GFX_SUCCESS || _GFX_offload(twice, copy) == 0 || copy.read() != 0 || copied[1][3] != 10) return 4;
    _GFX_share(sums, sizeof(sums));
    if (_GFX_offload(corners, shared, sums) == 0 || _GFX_wait() != 0) return 5;
    _GFX_unshare(sums);
    return sums[0] != 2 || sums[1] != 7007;
}

static int mistakes() {
    static int memory[16];
    if (_GFX_create_image_2d(memory, 3, 2, 2, 0, GFX_MEMORY_SHARED) || _GFX_get_last_error() != GFX_INVALID_ARGUMENT) return 1;
    const GfxResourceHandle image = _GFX_create_image_2d(memory, 4, 4, 4, 0, GFX_MEMORY_GPU_ONLY);
    if (image == nullptr || _GFX_close_resource_handle(image) != GFX_SUCCESS) return 2;
    if (_GFX_offload(twice, image) != 0 || _GFX_get_last_error() != GFX_INVALID_ARGUMENT) return 3;
    if (_GFX_enqueue("turn", memory, image, 1) != 0 || _GFX_get_last_error() != GFX_WRONG_ARGUMENTS) return 4;
    return _GFX_read_image_2d(image) != GFX_INVALID_ARGUMENT;
}

int main() {
    for (int by = -2; by < 3; by++)
        if (moved(by)) return 1;
    if (shared_and_read()) return 2;
    return mistakes() ? 3 : 0;
}
