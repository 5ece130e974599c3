// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    constexpr int width = 16, height = 4;
    std::vector<float> picture(width * height), found(picture);
    for (int i = 0; i < width * height; i++) picture[i] = static_cast<float>(i * i);
    Host host("sampler_3d_genx.isa");
    CmBuffer* out = host.buffer(found);
    CmKernel* kernel = host.kernel("slope");
    Host::set_all(kernel, host.picture(width, height, CM_SURFACE_FORMAT_R32F, picture), out);
    host.run(kernel, 1, height);
    Host::read(out, found);
    bool right = true;
    for (int i = 0; i < width * height; i++)
        right = right && found[i] == (i % width < width - 1 ? picture[i + 1] : 0) - picture[i];
    return report(right);
}
