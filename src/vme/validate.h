// SPDX-License-Identifier: MIT
// The contract of the unit: what a request must satisfy before a backend sees it.
#pragma once

#include "genmedia/vme.h"

namespace genmedia::vme {

// Success, or StatusCode::invalid_argument, whose message names the first invalid field, its value and what
// was expected.
Status validate(const ImeRequest& request);
Status validate(const RefineRequest& request);
Status validate(const SicRequest& request);

}  // namespace genmedia::vme
