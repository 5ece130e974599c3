// SPDX-License-Identifier: MIT
// The unit's three operations. Each takes a request that validate() has accepted, and the functions of the
// backend that does the work.
#pragma once

#include "genmedia/vme.h"
#include "vme/backend_functions.h"

namespace genmedia::vme {

ImeResult integer_search(const BackendFunctions& functions, const ImeRequest& request);
RefineResult refine(const BackendFunctions& functions, const RefineRequest& request);
SicResult check(const BackendFunctions& functions, const SicRequest& request);

}  // namespace genmedia::vme
