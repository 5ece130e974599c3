// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    std::vector<int> from(100), found(100);
    for (int i = 0; i < 100; i++) from[i] = i * i;
    Host host("oword_block_genx.isa");
    CmBuffer* to = host.buffer(found);
    CmKernel* kernel = host.kernel("differences");
    Host::set_all(kernel, host.buffer(from), to);
    host.run(kernel, 7, 1);  // 112 numbers
    Host::read(to, found);
    bool right = found[99] == -99 * 99;
    for (int i = 0; i < 99; i++) right = right && found[i] == 2 * i + 1;
    return report(right);
}
