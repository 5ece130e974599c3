// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    constexpr uint32_t threads = 8, groups = 3;
    std::vector<uint32_t> from(threads * groups * 8), found(groups * 8), expected(groups * 8);
    for (uint32_t i = 0; i < from.size(); i++) expected[i / 64 * 8 + i % 8] += from[i] = i * i;
    Host host("slm_genx.isa");
    CmBuffer* to = host.buffer(found);
    CmKernel* kernel = host.kernel("group_sums");
    Host::set_all(kernel, host.buffer(from), to);
    host.run_groups(kernel, threads, 1, groups, 1);
    Host::read(to, found);
    return report(found == expected);
}
