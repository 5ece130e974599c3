// SPDX-License-Identifier: MIT
// #pragma offload target(gfx) and what stands behind it.
#pragma once

#include "gfx_token.h"

#include <string>
#include <vector>

namespace genmedia::gfx {

struct OffloadVariable {
    Token name;
    std::string how;  // in, out, inout, pin
    Tokens length;    // empty: all of a variable whose size is known
};

struct OffloadClauses {
    Tokens condition;
    std::vector<OffloadVariable> variables;
    std::vector<Tokens> signals, waits;

    const OffloadVariable* find(const std::string& name) const;
};

// Throws Mistake for what is not supported.
OffloadClauses offload_clauses(const Tokens& words, Place place);

}  // namespace genmedia::gfx
