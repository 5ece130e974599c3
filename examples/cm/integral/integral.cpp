// SPDX-License-Identifier: MIT
// The integral image of a picture, in blocks that wait for their neighbours. Compared with plain C++.
#include "../common/host.h"

int main() {
    constexpr int width = 640, height = 363;  // the last row of blocks is partly outside
    std::vector<unsigned char> in(width * height);
    for (size_t i = 0; i < in.size(); i++) in[i] = static_cast<unsigned char>(i * 2654435761u >> 15);
    std::vector<uint32_t> expected(in.size()), out(in.size());
    for (int y = 0; y < height; y++) {
        uint32_t row = 0;
        for (int x = 0; x < width; x++) {
            row += in[y * width + x];
            expected[y * width + x] = row + (y > 0 ? expected[(y - 1) * width + x] : 0);
        }
    }

    Host host("integral_genx.isa");
    CmKernel* kernel = host.kernel("integral");
    CmSurface2D* target = host.picture(width, height, CM_SURFACE_FORMAT_A8R8G8B8, out);
    Host::set_all(kernel, host.picture(width, height, CM_SURFACE_FORMAT_A8, in), target);
    host.run(kernel, width / 16, (height + 15) / 16, CM_WAVEFRONT);
    Host::read(target, out);
    return report(out == expected);
}
