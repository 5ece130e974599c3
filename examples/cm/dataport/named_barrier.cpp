// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    std::vector<uint32_t> from(64), found(64);
    for (uint32_t i = 0; i < 64; i++) from[i] = i * i;
    Host host("named_barrier_genx.isa");
    CmBuffer* to = host.buffer(found);
    CmKernel* kernel = host.kernel("hand_over");
    Host::set_all(kernel, host.buffer(from), to);
    host.run_groups(kernel, 16, 1, 1, 1);
    Host::read(to, found);
    bool right = true;
    for (uint32_t i = 0; i < 64; i++) right = right && found[i] == from[(7 - i / 8) * 8 + i % 8];
    return report(right);
}
