// SPDX-License-Identifier: MIT
// Skip check (SKC).
#pragma once

#include "genmedia/vme.h"
#include "vme/unit_functions.h"

namespace genmedia::vme {

// Fills the skip check's part of the result.
void check_skip(const UnitFunctions& functions, const SicRequest& request, const Pixels& source,
                SicResult& result);

}  // namespace genmedia::vme
