// SPDX-License-Identifier: MIT
// The parts that a macroblock is cut into.
#pragma once

#include "genmedia/vme.h"

#include <array>
#include <cstdint>

namespace genmedia::media {

struct Partition {
    int32_t x = 0, y = 0, width = 16, height = 16;  // pixels, from the macroblock's corner
    int32_t block = 0;                              // a 4x4 block inside it: index of its vector
};

class Partitions {
public:
    explicit Partitions(const vme::InterResult& result);

    const Partition* begin() const { return parts_.data(); }
    const Partition* end() const { return parts_.data() + count_; }

private:
    void cut(int32_t x, int32_t y, int32_t side, int shape);
    void add(const Partition& part) { parts_[count_++] = part; }

    std::array<Partition, 16> parts_{};
    size_t count_ = 0;
};

}  // namespace genmedia::media
