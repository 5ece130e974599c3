// SPDX-License-Identifier: MIT
// A second refinement, with the samples that decoders make: the unit's filter has four taps, the standard's
// six. The unit has no such operation; this one shows what the unit's filter costs.
#pragma once

#include "encode/decisions/vector_prediction.h"
#include "vme/unit_functions.h"

#include <span>

namespace genmedia::encode {

struct ExactRefinement {
    const vme::UnitFunctions& functions;
    const vme::Pixels& source;
    int x, y;  // of the macroblock's upper left sample
    std::span<const PlaneView> references;
    vme::Distortion distortion;
    const vme::InterCosts& costs;  // its cost centres do not count
    VectorPrediction prediction;   // of the macroblock, without blocks of its own
};

// Moves each vector of `decision` to the best of its eight neighbours at quarter samples, if that is better.
// A vector's cost is measured from the one that is expected of its block. Returns what all blocks cost,
// without shape penalties.
uint32_t refine_exactly(const ExactRefinement& refinement, MacroblockDecision& decision);

}  // namespace genmedia::encode
