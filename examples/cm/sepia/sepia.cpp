// SPDX-License-Identifier: MIT
// Turns a 32-bit picture into brown tones. Compared with plain C++; a byte may differ by one from rounding.
#include "../common/host.h"

#include <algorithm>
#include <cstdlib>

int main() {
    constexpr int width = 128, height = 64;
    std::vector<unsigned char> in(width * height * 4), out(in.size());
    for (size_t i = 0; i < in.size(); i++) in[i] = static_cast<unsigned char>(i * 2654435761u >> 13);

    Host host("sepia_genx.isa");
    CmKernel* kernel = host.kernel("sepia");
    CmSurface2D* target = host.picture(width, height, CM_SURFACE_FORMAT_A8R8G8B8, out);
    Host::set_all(kernel, host.picture(width, height, CM_SURFACE_FORMAT_A8R8G8B8, in), target);
    host.run(kernel, width / 8, height / 8);
    Host::read(target, out);

    const double weights[4][4] = {
        {0.131, 0.534, 0.272, 0}, {0.168, 0.686, 0.349, 0}, {0.189, 0.769, 0.393, 0}, {0, 0, 0, 1}};
    int worst = 0;
    for (size_t i = 0; i < in.size(); i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) sum += weights[i % 4][k] * in[i / 4 * 4 + k];
        worst = std::max(worst, std::abs(static_cast<int>(std::min(sum, 255.0)) - out[i]));
    }
    return report(worst <= 1);
}
