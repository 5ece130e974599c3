// SPDX-License-Identifier: MIT
// Notes evaluations in the file that GENMEDIA_RECORD names, where it is set: an old program can then be
// watched while it searches.
#pragma once

#include "genmedia/vme.h"

namespace genmedia::vme {

// Asks the environment once.
bool is_recorded();

// Threads may call it at once. Fails where the file cannot be written.
Status record(const ImeRequest& request, const ImeResult& result);
Status record(const RefineRequest& request, const RefineResult& result);
Status record(const SicRequest& request, const SicResult& result);

}  // namespace genmedia::vme
