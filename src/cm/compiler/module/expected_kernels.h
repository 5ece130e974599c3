// SPDX-License-Identifier: MIT
// The kernels expected from a kernel file's text, before clang has seen it.
#pragma once

#include "cm/compiler/module/module_text.h"

namespace genmedia::cmc {

// The functions marked _GENX_MAIN_ in preprocessed text. None if one is a template or within a namespace:
// only clang can name such kernels.
std::vector<ModuleKernel> expected_kernels(const std::string& text);

}  // namespace genmedia::cmc
