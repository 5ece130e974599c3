// SPDX-License-Identifier: MIT
#include "../common/host.h"

#include <cmath>

int main() {
    std::vector<float> points(32 * 4);
    for (int i = 0; i < 32 * 4; i++) points[i] = static_cast<float>(i % 13);
    Host host("channels_genx.isa");
    CmBuffer* buffer = host.buffer(points);
    CmKernel* kernel = host.kernel("lengths");
    Host::set_all(kernel, buffer);
    host.run(kernel, 2, 1);
    Host::read(buffer, points);
    bool right = true;
    for (int i = 0; i < 32 * 4; i += 4)
        right =
            right && std::abs(points[i + 3] - std::hypot(points[i], points[i + 1], points[i + 2])) < 1e-4f;
    return report(right);
}
