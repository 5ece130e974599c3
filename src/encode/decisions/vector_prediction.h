// SPDX-License-Identifier: MIT
// What the vector of a block is expected to be, from the blocks before it. [8.4.1]
#pragma once

#include "encode/macroblock.h"
#include "genmedia/partition.h"

namespace genmedia::encode {

// The vectors of one macroblock's 4x4 blocks and of those around it. They are set block by block in the order
// of decoding: a block sees those that were set.
class VectorPrediction {
public:
    explicit VectorPrediction(const Neighbors& neighbors);

    // The expected vector of a block of the macroblock, `block` in pixels. [8.4.1.3]
    vme::MotionVector predict(const vme::Block& block, int8_t reference) const;
    // The vector of P_Skip. [8.4.1.1]
    vme::MotionVector predict_skip() const;

    void set(const vme::Block& block, vme::MotionVector vector, int8_t reference);

private:
    struct Entry {
        vme::MotionVector vector;
        int8_t reference = kNoReference;
    };
    // Row 0 and column 0 are the neighbours'.
    static constexpr int kColumns = 6;
    Entry& at(int column, int row) { return entries_[row * kColumns + column]; }
    const Entry& at(int column, int row) const { return entries_[row * kColumns + column]; }
    std::array<Entry, 5 * kColumns> entries_;
};

}  // namespace genmedia::encode
