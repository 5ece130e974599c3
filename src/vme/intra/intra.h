// SPDX-License-Identifier: MIT
// Intra prediction estimation (IPE).
#pragma once

#include "genmedia/vme.h"
#include "vme/unit_functions.h"

namespace genmedia::vme {

// Fills the intra part of the result; `enough` as in check().
void estimate_intra(const UnitFunctions& functions, const SicRequest& request, const Pixels& source,
                    uint32_t enough, SicResult& result);

}  // namespace genmedia::vme
