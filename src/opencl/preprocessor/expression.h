// SPDX-License-Identifier: MIT
// Integer constant expressions, of #if and of attributes.
#pragma once

#include "opencl/preprocessor/token.h"

#include <optional>
#include <span>

namespace genmedia::opencl {

// Nothing if the tokens are no such expression, or one with a division by zero or an overlong nesting.
// Identifiers are zero if `identifiers_are_zero`, as in #if, otherwise they make it no expression.
std::optional<int64_t> evaluate_integer(std::span<const Token> tokens, bool identifiers_are_zero);

}  // namespace genmedia::opencl
