// SPDX-License-Identifier: MIT
// The C preprocessor: a program's text, its options and headers to tokens.
//
// It is genmedia's own: HACKING.md says what Boost.Wave loses.
#pragma once

#include "opencl/preprocessor/source_input.h"
#include "opencl/preprocessor/token.h"

namespace genmedia::opencl {

// Fills `result` as far as it gets; throws ReadFailure. #pragma and _Pragma stay, as tokens of their own.
void preprocess(const SourceInput& input, Tokens& result);

}  // namespace genmedia::opencl
