// SPDX-License-Identifier: MIT
// The prefix sum of 4096 numbers: first of blocks, then of the blocks' totals, then the two added.
#include "../common/host.h"

#include <numeric>

int main() {
    constexpr int blocks = 64, count = blocks * 64;
    std::vector<uint32_t> numbers(count), totals(blocks), expected(count), unused(1);
    for (size_t i = 0; i < numbers.size(); i++) numbers[i] = static_cast<uint32_t>(i * 2654435761u >> 20);
    std::partial_sum(numbers.begin(), numbers.end(), expected.begin());

    Host host("prefix_genx.isa");
    CmBuffer *data = host.buffer(numbers), *sums = host.buffer(totals), *total = host.buffer(unused);
    CmKernel *scan = host.kernel("scan_blocks"), *add = host.kernel("add_totals");
    Host::set_all(scan, data, sums);
    host.run(scan, blocks, 1);
    Host::set_all(scan, sums, total);  // the totals are one block
    host.run(scan, 1, 1);
    Host::set_all(add, data, sums);
    host.run(add, blocks - 1, 1);
    Host::read(data, numbers);
    return report(numbers == expected);
}
