// SPDX-License-Identifier: MIT
#include "motion/reference/reference_fields.h"

#include <cstdlib>
#include <cstring>

namespace genmedia::motion::reference {
namespace {

template <class Sample>
uint32_t difference(const BlockPair& pair) {
    const auto sample = [](const uint8_t* line, int x) {
        Sample value;
        std::memcpy(&value, line + static_cast<size_t>(x) * sizeof(Sample), sizeof(Sample));
        return static_cast<int>(value);
    };
    uint32_t sum = 0;
    for (int y = 0; y < pair.height; y++)
        for (int x = 0; x < pair.width; x++)
            sum += static_cast<uint32_t>(std::abs(sample(pair.first + y * pair.first_stride, x) -
                                                  sample(pair.second + y * pair.second_stride, x)));
    return sum;
}

}  // namespace

FourDifferences block_differences(const BlockMatches& matches) {
    FourDifferences sums;
    for (size_t i = 0; i < sums.size(); i++) sums[i] = difference<uint8_t>(matches.pair(i));
    return sums;
}
FourDifferences deep_block_differences(const BlockMatches& matches) {
    FourDifferences sums;
    for (size_t i = 0; i < sums.size(); i++) sums[i] = difference<uint16_t>(matches.pair(i));
    return sums;
}
uint32_t block_difference(const BlockPair& pair) { return difference<uint8_t>(pair); }
uint32_t deep_block_difference(const BlockPair& pair) { return difference<uint16_t>(pair); }

}  // namespace genmedia::motion::reference
