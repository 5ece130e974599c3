// SPDX-License-Identifier: MIT
#include "../common/host.h"

#include <algorithm>

int main() {
    constexpr int width = 32, height = 16;
    std::vector<uint8_t> from(width * height), found(from);
    for (int i = 0; i < width * height; i++) from[i] = static_cast<uint8_t>(i * i % 251);
    Host host("media_block_genx.isa");
    CmSurface2D* to = host.picture(width, height, CM_SURFACE_FORMAT_A8, found);
    CmKernel* kernel = host.kernel("blur");
    Host::set_all(kernel, host.picture(width, height, CM_SURFACE_FORMAT_A8, from), to);
    host.run(kernel, width / 8, height / 8);
    Host::read(to, found);
    bool right = true;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int sum = 0;
            for (int i = 0; i < 9; i++)
                sum += from[std::clamp(y + i / 3 - 1, 0, height - 1) * width +
                            std::clamp(x + i % 3 - 1, 0, width - 1)];
            right = right && found[y * width + x] == sum / 9;
        }
    }
    return report(right);
}
