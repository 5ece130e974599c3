// SPDX-License-Identifier: MIT
// Intra prediction estimation (IPE).
#pragma once

#include "genmedia/vme.h"
#include "vme/kernels.h"

namespace genmedia::vme {

// Fills the intra part of the result.
void estimate_intra(const Kernels& kernels, const SicRequest& request, const Pixels& source,
                    SicResult& result);

}  // namespace genmedia::vme
