// SPDX-License-Identifier: MIT
// Sorts 4096 numbers of 16 bits in four passes. The host sums up the digits' places.
#include "../common/host.h"

#include <algorithm>
#include <utility>

int main() {
    constexpr int blocks = 64, count = blocks * 64;
    std::vector<uint32_t> numbers(count), counts(16 * blocks);
    for (size_t i = 0; i < numbers.size(); i++) numbers[i] = static_cast<uint32_t>(i * 2654435761u) >> 16;
    std::vector<uint32_t> expected = numbers;
    std::sort(expected.begin(), expected.end());

    Host host("radix_genx.isa");
    CmBuffer *from = host.buffer(numbers), *to = host.buffer(numbers), *digits = host.buffer(counts);
    CmKernel *count_digits = host.kernel("count_digits"), *place_numbers = host.kernel("place_numbers");
    for (int shift = 0; shift < 16; shift += 4) {
        Host::set_all(count_digits, from, digits, blocks, shift);
        host.run(count_digits, blocks, 1);
        Host::read(digits, counts);
        uint32_t sum = 0;
        for (uint32_t& n : counts) sum += std::exchange(n, sum);
        cm_result_check(digits->WriteSurface(reinterpret_cast<const unsigned char*>(counts.data()), nullptr));
        Host::set_all(place_numbers, from, to, digits, blocks, shift);
        host.run(place_numbers, blocks, 1);
        std::swap(from, to);
    }
    Host::read(from, numbers);
    return report(numbers == expected);
}
