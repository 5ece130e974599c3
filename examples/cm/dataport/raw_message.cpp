// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    constexpr int width = 64, height = 24;
    std::vector<uint8_t> from(width * height), found(from);
    for (int i = 0; i < width * height; i++) from[i] = static_cast<uint8_t>(i * i % 251);
    Host host("raw_message_genx.isa");
    CmSurface2D* to = host.picture(width, height, CM_SURFACE_FORMAT_A8, found);
    CmKernel* kernel = host.kernel("flip");
    Host::set_all(kernel, host.picture(width, height, CM_SURFACE_FORMAT_A8, from), to, height);
    host.run(kernel, width / 32, height / 8);
    Host::read(to, found);
    bool right = true;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            right = right && found[y * width + x] == from[(height - 1 - y) * width + x];
    return report(right);
}
