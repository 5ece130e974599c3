// SPDX-License-Identifier: MIT
// The reference's functions, as vme/backend_functions.h describes them.
#pragma once

#include "vme/backend_functions.h"

namespace genmedia::vme::reference {

void search_window(const WindowSearch& search, WindowBest& best);
Match refine_block(const BlockRefinement& refinement);
void intra_8x8(const Edges& edges, Distortion kind, const uint8_t* source,
               std::array<uint32_t, kLumaModeCount>& distortions);
void intra_4x4(const MacroblockEdges& around, Distortion kind, Intra4x4Distortions& distortions);
void transform(const uint8_t* source, const uint8_t* prediction, int rows, int16_t* to);

GradientSums gradient_sums(const MatchedBlock& block);
int match_difference(const MatchedBlock& block, int side);
void subtract_local_means(const LocalMeans& line);
void spread_vector(const SpreadVector& spread);
void step_equations(const FieldStep& row);
void step_relax(const FieldStep& row, size_t first);

}  // namespace genmedia::vme::reference
