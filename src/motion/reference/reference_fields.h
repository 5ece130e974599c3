// SPDX-License-Identifier: MIT
// The reference's functions, as motion/field_functions.h describes them.
#pragma once

#include "motion/field_functions.h"

namespace genmedia::motion::reference {

void gradient_sums(const MatchedRow& row, const GradientSums& sums);
void row_differences(const MatchedRow& row, uint16_t* differences);
int match_difference(const MatchedBlock& block);
ChosenNeighbor best_neighbor(const NeighborChoice& choice);
void best_vectors(std::span<const VectorChoice> blocks, WholeVector* best);
uint32_t block_difference(const BlockPair& pair);
uint32_t deep_block_difference(const BlockPair& pair);
FourDifferences block_differences(const BlockMatches& matches);
FourDifferences deep_block_differences(const BlockMatches& matches);
void subtract_local_means(const LocalMeans& line);
uint32_t seen_difference(const SeenPair& pair);
void show_row(const ShownRow<uint8_t>& row);
void show_deep_row(const ShownRow<uint16_t>& row);
void spread_vector(const SpreadVector& spread);
void step_equations(const FieldStep& row);
void step_relax(const FieldStep& row, size_t first);
void flow_weights(const FlowRow& row);
void flow_equations(const FlowRow& row);
void flow_relax(const FlowRow& row);

}  // namespace genmedia::motion::reference
