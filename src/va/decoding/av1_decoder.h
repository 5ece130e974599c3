// SPDX-License-Identifier: MIT
#pragma once

#include "va/driver.h"

namespace genmedia::va {

// AV1 by dav1d. Null: no memory.
std::unique_ptr<Operation> make_av1_decoder();

}  // namespace genmedia::va
