// SPDX-License-Identifier: MIT
// The reference's functions, as vme/unit_functions.h describes them.
#pragma once

#include "vme/unit_functions.h"

namespace genmedia::vme::reference {

void search_window(const WindowSearch& search, WindowBest& best);
Match refine_block(const BlockRefinement& refinement);
void intra_8x8(const Edges& edges, Distortion kind, const uint8_t* source,
               std::array<uint32_t, kLumaModeCount>& distortions);
void intra_4x4(const MacroblockEdges& around, Distortion kind, Intra4x4Distortions& distortions);
void transform(const uint8_t* source, const uint8_t* prediction, int rows, int16_t* to);

}  // namespace genmedia::vme::reference
