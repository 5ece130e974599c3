// SPDX-License-Identifier: MIT
#include "encode/decisions/vector_prediction.h"

#include "search/search_start.h"

namespace genmedia::encode {

using vme::MotionVector;

VectorPrediction::VectorPrediction(const Neighbors& neighbors) {
    const auto copy = [this](int column, int row, const CodedMacroblock* macroblock, int block) {
        if (macroblock) at(column, row) = {macroblock->vectors[block], macroblock->references[block]};
    };
    copy(0, 0, neighbors.upper_left, 15);
    for (int i = 0; i < 4; i++) copy(i + 1, 0, neighbors.upper, 12 + i);
    copy(5, 0, neighbors.upper_right, 12);
    for (int i = 0; i < 4; i++) copy(0, i + 1, neighbors.left, 4 * i + 3);
}

MotionVector VectorPrediction::predict(const vme::Block& block, int8_t reference) const {
    const int column = block.x / 4 + 1, row = block.y / 4 + 1;
    const Entry a = at(column - 1, row);
    Entry b = at(column, row - 1), c = at(column + block.width / 4, row - 1);
    if (c.reference == kNoReference) c = at(column - 1, row - 1);

    if (block.width == 16 && block.height == 8) {
        const Entry& one = block.y == 0 ? b : a;
        if (one.reference == reference) return one.vector;
    } else if (block.width == 8 && block.height == 16) {
        const Entry& one = block.x == 0 ? a : c;
        if (one.reference == reference) return one.vector;
    }
    if (b.reference == kNoReference && c.reference == kNoReference && a.reference != kNoReference) b = c = a;
    const bool from_a = a.reference == reference, from_b = b.reference == reference,
               from_c = c.reference == reference;
    if (from_a + from_b + from_c == 1) return from_a ? a.vector : from_b ? b.vector : c.vector;
    return search::median(a.vector, b.vector, c.vector);
}

MotionVector VectorPrediction::predict_skip() const {
    const Entry &a = at(0, 1), &b = at(1, 0);
    const auto stands_still = [](const Entry& entry) {
        return entry.reference == kNoReference || (entry.reference == 0 && entry.vector == MotionVector{});
    };
    if (stands_still(a) || stands_still(b)) return {};
    return predict(vme::kBlocks[vme::kFirst16x16], 0);
}

void VectorPrediction::set(const vme::Block& block, MotionVector vector, int8_t reference) {
    for (int row = block.y / 4; row < (block.y + block.height) / 4; row++)
        for (int column = block.x / 4; column < (block.x + block.width) / 4; column++)
            at(column + 1, row + 1) = {vector, reference};
}

}  // namespace genmedia::encode
