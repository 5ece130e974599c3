// Skip check (SKC).
#pragma once

#include "genmedia/vme.h"
#include "vme/reference/distortion.h"

namespace genmedia::vme::reference {

// Fills the skip check's part of the result.
void check_skip(const SicRequest& request, const Pixels& source, SicResult& result);

}  // namespace genmedia::vme::reference
