// SPDX-License-Identifier: MIT
#include "motion/true_motion/block_sums.h"

#include "motion/work_memory.h"

#include <cstddef>

namespace genmedia::motion {
namespace {

template <size_t Side>
void sum_groups_of(const uint16_t* columns, std::span<uint16_t> sums) {
    for (size_t i = 0; i < sums.size(); i++) {
        unsigned sum = 0;
        for (size_t x = 0; x < Side; x++) sum += columns[Side * i + x];
        sums[i] = static_cast<uint16_t>(sum);
    }
}

}  // namespace

void sum_groups(const uint16_t* columns, int side, std::span<uint16_t> sums) {
    side == 4 ? sum_groups_of<4>(columns, sums) : sum_groups_of<8>(columns, sums);
}

void sum_blocks(const PaddedPicture& picture, int side, int by, std::span<uint16_t> sums) {
    RawWorkVector<uint16_t> columns(sums.size() * static_cast<size_t>(side));
    const ptrdiff_t stride = picture.stride();
    for (int y = by * side; y < (by + 1) * side; y += 4) {
        const uint8_t* const line = picture.at(0, y);
        for (size_t x = 0; x < columns.size(); x++) {
            const uint8_t* const at = line + x;
            const unsigned sum = at[0] + at[stride] + at[2 * stride] + at[3 * stride];
            columns[x] = static_cast<uint16_t>((y == by * side ? 0 : columns[x]) + sum);
        }
    }
    sum_groups(columns.data(), side, sums);
}

}  // namespace genmedia::motion
