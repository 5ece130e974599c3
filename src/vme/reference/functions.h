// SPDX-License-Identifier: MIT
// The reference's functions, as vme/backend_functions.h describes them.
#pragma once

#include "vme/backend_functions.h"

namespace genmedia::vme::reference {

void search_window(const WindowSearch& search, WindowBest& best);
Match refine_block(const BlockRefinement& refinement);
void intra_block(const Edges& edges, int size, Distortion kind, const uint8_t* source,
                 std::array<uint32_t, kLumaModeCount>& distortions);

GradientSums gradient_sums(const MatchedBlock& block);

}  // namespace genmedia::vme::reference
