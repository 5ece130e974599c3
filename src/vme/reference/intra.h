// Intra prediction estimation (IPE).
#pragma once

#include "genmedia/vme.h"
#include "vme/reference/distortion.h"

namespace genmedia::vme::reference {

// Fills the intra part of the result.
void estimate_intra(const SicRequest& request, const Pixels& source, SicResult& result);

}  // namespace genmedia::vme::reference
