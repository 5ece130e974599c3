// SPDX-License-Identifier: MIT
// stderr: memory of 12 bytes was shared and never unshared
#include <gfx/gfx_rt.h>
int main() {
    static int a[3];
    return _GFX_share(a, sizeof(a));
}
