// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    std::vector<uint16_t> from(64), found(64);
    std::vector<uint32_t> order(64);
    for (uint32_t i = 0; i < 64; i++) from[i] = static_cast<uint16_t>(i * 1000), order[i] = i * 29 % 64;
    Host host("scattered_genx.isa");
    CmBuffer* to = host.buffer(found);
    CmKernel* kernel = host.kernel("permute");
    Host::set_all(kernel, host.buffer(from), host.buffer(order), to);
    host.run(kernel, 4, 1);
    Host::read(to, found);
    bool right = true;
    for (uint32_t i = 0; i < 64; i++) right = right && found[i] == from[order[i]];
    return report(right);
}
