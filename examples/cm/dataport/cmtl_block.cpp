// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    constexpr UINT width = 29, height = 13;
    std::vector<uint8_t> dots(width * height), found(width * height);
    dots[0] = 50, dots[5 * width + 20] = 80, dots[height * width - 1] = 90;
    Host host("cmtl_block_genx.isa");
    CmSurface2D* from = host.picture(width, height, CM_SURFACE_FORMAT_A8, dots);
    CmSurface2D* to = host.picture(width, height, CM_SURFACE_FORMAT_A8, found);
    CmKernel* kernel = host.kernel("dilate");
    Host::set_all(kernel, from, to);
    host.run(kernel, (width + 6) / 7, (height + 4) / 5);
    Host::read(to, found);
    const auto at = [&](UINT x, UINT y) { return found[y * width + x]; };
    return report(at(1, 1) == 50 && at(2, 0) == 0 && at(19, 4) == 80 && at(21, 6) == 80 && at(22, 5) == 0 &&
                  at(27, 11) == 90);
}
