// SPDX-License-Identifier: MIT
// What a kernel file's text lets expect of its kernels, before clang has seen it.
#pragma once

#include "module_text.h"

namespace genmedia::cmc {

// The functions marked _GENX_MAIN_ in preprocessed text. None where one is a template or within a namespace:
// these clang has to tell.
std::vector<ModuleKernel> expected_kernels(const std::string& text);

}  // namespace genmedia::cmc
