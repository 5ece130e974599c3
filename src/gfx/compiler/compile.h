// SPDX-License-Identifier: MIT
#pragma once

#include "options.h"

namespace genmedia::gfxcc {

// Does what the options say. compiler_status is that of a compiler that failed, and then has said why.
Status compile(const Options& options, int& compiler_status);

}  // namespace genmedia::gfxcc
