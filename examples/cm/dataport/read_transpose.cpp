// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    constexpr UINT width = 32, height = 16;
    std::vector<uint32_t> from(width * height), found(from);
    for (UINT i = 0; i < width * height; i++) from[i] = i;
    Host host("read_transpose_genx.isa");
    CmSurface2D* to = host.picture(height, width, CM_SURFACE_FORMAT_A8R8G8B8, found);
    CmKernel* kernel = host.kernel("transpose");
    Host::set_all(kernel, host.picture(width, height, CM_SURFACE_FORMAT_A8R8G8B8, from), to);
    host.run(kernel, width / 8, height / 8);
    Host::read(to, found);
    bool right = true;
    for (UINT i = 0; i < width * height; i++)
        right = right && found[i] == from[i % height * width + i / height];
    return report(right);
}
