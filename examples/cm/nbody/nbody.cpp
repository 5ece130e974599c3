// SPDX-License-Identifier: MIT
// The accelerations of 512 bodies, in groups of 8 threads. Compared with plain C++ within 0.1 %.
#include "../common/host.h"

#include <algorithm>
#include <cmath>

int main() {
    constexpr int count = 512, threads = 8;
    constexpr float softening = 0.01f;
    std::vector<float> bodies(count * 4), accelerations(count * 3);
    for (size_t i = 0; i < bodies.size(); i++) bodies[i] = static_cast<float>(i * 2654435761u % 1000) / 1000;

    Host host("nbody_genx.isa");
    CmKernel* kernel = host.kernel("move_bodies");
    CmBuffer* result = host.buffer(accelerations);
    Host::set_all(kernel, host.buffer(bodies), result, count, softening);
    host.run_groups(kernel, threads, 1, count / 16 / threads, 1);
    Host::read(result, accelerations);

    double worst = 0;
    for (int i = 0; i < count; i++) {
        double sum[3] = {}, size = 0;
        for (int j = 0; j < count; j++) {
            double d[3], square = softening;
            for (int k = 0; k < 3; k++) {
                d[k] = static_cast<double>(bodies[j * 4 + k]) - static_cast<double>(bodies[i * 4 + k]);
                square += d[k] * d[k];
            }
            for (int k = 0; k < 3; k++)
                sum[k] += d[k] * static_cast<double>(bodies[j * 4 + 3]) / (square * std::sqrt(square));
        }
        for (const double s : sum) size += std::abs(s);
        for (int k = 0; k < 3; k++)
            worst =
                std::max(worst, std::abs(sum[k] - static_cast<double>(accelerations[k * count + i])) / size);
    }
    return report(worst < 1e-3);
}
