// SPDX-License-Identifier: MIT
// What true motion computes on each of the unit's backends. The reference's functions define the results; all
// others equal them bit for bit.
#pragma once

#include "motion/field_rules/block_difference.h"
#include "motion/field_rules/field_step.h"
#include "motion/field_rules/flow_row.h"
#include "motion/field_rules/local_mean.h"
#include "motion/field_rules/matched_block.h"
#include "motion/field_rules/matched_row.h"
#include "motion/field_rules/neighbor_choice.h"
#include "motion/field_rules/seen_pair.h"
#include "motion/field_rules/shown_row.h"
#include "motion/field_rules/spread_vector.h"
#include "motion/field_rules/vector_choice.h"

#include <cstddef>
#include <span>

namespace genmedia::motion {

struct FieldFunctions {
    // Pixels from one pixel and one line before each match to 14 pixels and 5 lines after it must be
    // readable.
    void (*gradient_sums)(const MatchedRow& row, const GradientSums& sums);

    // The sum of absolute differences of each block of a row to its match, in gray levels. 16 pixels of each
    // of a match's 5 lines must be readable, and 4 of each of the row's lines after the last block.
    void (*row_differences)(const MatchedRow& row, uint16_t* differences);

    // The same of 12x12 pixels. 16 pixels of each line of the block and 17 of each of the match's 13 lines
    // must be readable.
    int (*match_difference)(const MatchedBlock& block);

    // Of each of at most kMostTogether blocks.
    void (*best_vectors)(std::span<const VectorChoice> blocks, WholeVector* best);

    ChosenNeighbor (*best_neighbor)(const NeighborChoice& choice);

    // The sum of absolute differences of two blocks: of bytes, and of samples of 16 bits.
    uint32_t (*block_difference)(const BlockPair& pair);
    uint32_t (*deep_block_difference)(const BlockPair& pair);
    // The same of four pairs that have one block in common.
    FourDifferences (*block_differences)(const BlockMatches& matches);
    FourDifferences (*deep_block_differences)(const BlockMatches& matches);

    // 25 pixels of each of the match's 9 lines must be readable.
    void (*spread_vector)(const SpreadVector& spread);

    // Finds `inverse`, `right` and `pull` of a row's blocks, and sets `middle` and the vectors to `start`.
    void (*step_equations)(const FieldStep& row);

    // A half of a round: every second block of the row goes towards its solution, from block `first` (0 or 1)
    // on.
    void (*step_relax)(const FieldStep& row, size_t first);

    void (*subtract_local_means)(const LocalMeans& line);

    // Of pictures between two others: the sum of absolute differences, in gray levels * 256; and what a row
    // of blocks shows, of samples of bytes and of 16 bits.
    uint32_t (*seen_difference)(const SeenPair& pair);
    void (*show_row)(const ShownRow<uint8_t>& row);
    void (*show_deep_row)(const ShownRow<uint16_t>& row);

    // Of a field with a vector a pixel: find `smoothness`; find `inverse` and `right`, by `beside` and
    // `below`; change `du` and `dv`. Pixels after the last one may get any finite values.
    void (*flow_weights)(const FlowRow& row);
    void (*flow_equations)(const FlowRow& row);
    void (*flow_relax)(const FlowRow& row);
};

}  // namespace genmedia::motion
