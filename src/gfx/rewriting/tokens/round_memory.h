// SPDX-License-Identifier: MIT
// Memory that each round of a loop has to itself, as far as tokens tell.
#pragma once

#include "gfx_token.h"

#include <string>

namespace genmedia::gfx {

// Whether a round may have memory of its own that the compiler cannot keep in registers: an array, or what a
// function has that is called. In doubt it may. The compiler has such memory once, so a loop must not promise
// that its rounds are independent: lanes of a vector would write over each other.
// `clauses`: those of the loop, whose variables are each lane's own.
bool may_have_memory(const Tokens& round, const std::string& clauses = "");

}  // namespace genmedia::gfx
