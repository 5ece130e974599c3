// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    Host host("cmtl_stack_genx.isa");
    CmBuffer* memory = host.buffer(std::vector<uint32_t>(8 * 128));
    std::vector<uint32_t> found(800);
    CmBuffer* out = host.buffer(found);
    CmKernel* kernel = host.kernel("reverse");
    Host::set_all(kernel, memory, out);
    host.run(kernel, 1, 1);
    Host::read(out, found);
    bool right = true;
    for (uint32_t i = 0; i < 800; i++) right = right && found[i] == i % 8 * 1000 + 99 - i / 8;
    return report(right);
}
