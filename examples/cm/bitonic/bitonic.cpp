// SPDX-License-Identifier: MIT
// Sorts 16384 numbers. Each task begins when the previous task has ended, which keeps the steps apart.
#include "../common/host.h"

#include <algorithm>

int main() {
    constexpr int count = 16384;
    std::vector<int> numbers(count);
    for (size_t i = 0; i < numbers.size(); i++) numbers[i] = static_cast<int>(i * 2654435761u);
    std::vector<int> expected = numbers;
    std::sort(expected.begin(), expected.end());

    Host host("bitonic_genx.isa");
    CmBuffer* buffer = host.buffer(numbers);
    CmKernel* sort_blocks = host.kernel("sort_blocks");
    CmKernel* merge_blocks = host.kernel("merge_blocks");
    CmKernel* exchange_far = host.kernel("exchange_far");
    Host::set_all(sort_blocks, buffer);
    host.run(sort_blocks, count / 64, 1);
    for (int span = 128; span <= count; span *= 2) {
        for (int distance = span / 2; distance >= 64; distance /= 2) {
            Host::set_all(exchange_far, buffer, distance, span);
            host.run(exchange_far, count / 64, 1);
        }
        Host::set_all(merge_blocks, buffer, span);
        host.run(merge_blocks, count / 64, 1);
    }
    Host::read(buffer, numbers);
    return report(numbers == expected);
}
