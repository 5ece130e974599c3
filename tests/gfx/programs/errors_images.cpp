// SPDX-License-Identifier: MIT
#include <gfx/gfx_rt.h>
__declspec(target(gfx_kernel)) void kernel(__gfx_surface_index image, int n) {
    char block[512];
    _gfx_read_2d(image, 0, 0, block, 33, 2);   // error: expected a constant width of 1 to 32 bytes
    _gfx_write_2d(image, 0, 0, block, 32, 9);  // error: at most 256 bytes in all
    _gfx_read_2d(image, 0, 0, block, n, 2);    // error: not an integral constant expression
}
