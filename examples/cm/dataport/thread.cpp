// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    std::vector<uint32_t> found(100 * 4);
    Host host("thread_genx.isa");
    CmBuffer* counters = host.buffer(found);
    CmKernel* kernel = host.kernel("count_up");
    Host::set_all(kernel, counters);
    host.run(kernel, 100, 1, CM_VERTICAL_WAVE);  // each thread waits for the thread on its left
    Host::read(counters, found);
    return report(found[0] == 1 && found[399] == 100);
}
