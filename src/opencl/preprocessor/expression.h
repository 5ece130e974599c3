// SPDX-License-Identifier: MIT
// Integer constant expressions in #if and in attributes.
#pragma once

#include "opencl/preprocessor/token.h"

#include <optional>
#include <span>

namespace genmedia::opencl {

// Nothing if the tokens are no integer expression, divide by zero or nest too deeply. With
// `identifiers_are_zero`, as in #if, identifiers are zero; without, any identifier makes the result nothing.
std::optional<int64_t> evaluate_integer(std::span<const Token> tokens, bool identifiers_are_zero);

}  // namespace genmedia::opencl
