// SPDX-License-Identifier: MIT
// The unit's three operations. Each takes a request that validate() has accepted, and the functions of the
// backend that does the work.
#pragma once

#include "genmedia/vme.h"
#include "vme/unit_functions.h"

namespace genmedia::vme {

ImeResult integer_search(const UnitFunctions& functions, const ImeRequest& request);
// What a search in one picture streams out, for a caller who wants no decision.
MajorRecords search_major_blocks(const UnitFunctions& functions, const ImeRequest& request);
RefineResult refine(const UnitFunctions& functions, const RefineRequest& request);
SicResult check(const UnitFunctions& functions, const SicRequest& request);

// The same for a caller who has something that costs `enough`: luma that is not cheaper is given up as soon
// as that is known, with this as its distortion and no modes.
SicResult check_below(const UnitFunctions& functions, const SicRequest& request, uint32_t enough);

}  // namespace genmedia::vme
