// SPDX-License-Identifier: MIT
// The C preprocessor: a program's text, its options and headers to tokens.
//
// A preprocessor of genmedia's own, for Boost.Wave 1.74 lost what the rewriting needs: it takes 0x1p-3f
// apart, places tokens of a macro at the macro's definition, refuses ", ## __VA_ARGS__" without arguments,
// and on random text an assertion of it failed within seconds.
#pragma once

#include "opencl/preprocessor/source_input.h"
#include "opencl/preprocessor/token.h"

namespace genmedia::opencl {

// Fills `result` as far as it gets; throws ReadFailure. #pragma and _Pragma stay, as tokens of their own.
void preprocess(const SourceInput& input, Tokens& result);

}  // namespace genmedia::opencl
