// The scalar unit: the meaning of every request. Each function takes a request that validate() has
// accepted.
#pragma once

#include "genmedia/vme.h"

namespace genmedia::vme::reference {

ImeResult integer_search(const ImeRequest& request);
RefineResult refine(const RefineRequest& request);
SicResult check(const SicRequest& request);

}  // namespace genmedia::vme::reference
