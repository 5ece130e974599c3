// SPDX-License-Identifier: MIT
// What a request is once its values lie in the fields of the unit's message. A program can put anything there
// at run time, and hardware answers whatever it finds, so a value that is out of range must not fail a
// launch.
#pragma once

#include "genmedia/vme.h"

namespace genmedia::vme {

// Each of these makes a request that validate() accepts, if its pictures are. Guess: a field keeps the low
// bits of a value, as many as it has; a number of bits is that of [prm]'s ranges, or of [ext]'s.
void fit_fields(ImeRequest& request);
void fit_fields(RefineRequest& request);
void fit_fields(SicRequest& request);

}  // namespace genmedia::vme
