// What a backend implements. Each function takes a request that validate() has accepted. The reference is
// the meaning of every request; all others equal it.
#pragma once

#include "genmedia/vme.h"

namespace genmedia::vme::reference {

ImeResult integer_search(const ImeRequest& request);
RefineResult refine(const RefineRequest& request);
SicResult check(const SicRequest& request);

}  // namespace genmedia::vme::reference
