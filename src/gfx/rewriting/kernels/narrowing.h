// SPDX-License-Identifier: MIT
// Bytes that a product gives: of the product no more than 16 bits matter, and vectors of these are twice as
// long as those of int, which C++ asks for.
#pragma once

#include "gfx/rewriting/tokens/gfx_token.h"

#include <optional>

namespace genmedia::gfx {

// BYTE = expression, without its semicolon, as a block that computes on values that are as narrow as the
// result allows; whether they are is the compiler's to find, as it knows the types. Nothing where the
// statement has another form.
std::optional<Tokens> narrowed(const Tokens& statement);

}  // namespace genmedia::gfx
