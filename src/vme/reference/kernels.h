// The reference's kernels, as vme/kernels.h describes them.
#pragma once

#include "vme/kernels.h"

namespace genmedia::vme::reference {

bool search_window(const WindowSearch& search, WindowBest& best);
Match refine_block(const BlockRefinement& refinement);

}  // namespace genmedia::vme::reference
