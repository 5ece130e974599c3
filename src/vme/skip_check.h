// SPDX-License-Identifier: MIT
// Skip check (SKC).
#pragma once

#include "genmedia/vme.h"
#include "vme/backend_functions.h"

namespace genmedia::vme {

// Fills the skip check's part of the result.
void check_skip(const BackendFunctions& functions, const SicRequest& request, const Pixels& source,
                SicResult& result);

}  // namespace genmedia::vme
