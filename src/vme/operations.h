// SPDX-License-Identifier: MIT
// The unit's three operations. Each takes a request that validate() has accepted, and the kernels of the
// backend that does the work.
#pragma once

#include "genmedia/vme.h"
#include "vme/kernels.h"

namespace genmedia::vme {

ImeResult integer_search(const Kernels& kernels, const ImeRequest& request);
RefineResult refine(const Kernels& kernels, const RefineRequest& request);
SicResult check(const Kernels& kernels, const SicRequest& request);

}  // namespace genmedia::vme
