// SPDX-License-Identifier: MIT
// The C preprocessor: turns a program's text, options and headers into tokens.
//
// genmedia has its own because Boost.Wave loses information: see HACKING.md.
#pragma once

#include "opencl/preprocessor/source_input.h"
#include "opencl/preprocessor/token.h"

namespace genmedia::opencl {

// Throws ReadFailure; `result` then has what came before. #pragma and _Pragma stay, as tokens of their own.
void preprocess(const SourceInput& input, Tokens& result);

}  // namespace genmedia::opencl
