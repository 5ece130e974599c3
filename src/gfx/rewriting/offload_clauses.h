// SPDX-License-Identifier: MIT
// #pragma offload target(gfx), offload_transfer, and what stands behind them.
#pragma once

#include "gfx/rewriting/tokens/gfx_token.h"

#include <string>
#include <vector>

namespace genmedia::gfx {

struct OffloadVariable {
    Token name;               // which variable's memory on the target it is
    std::string how;          // in, out, inout, pin, nocopy
    Tokens length;            // empty: all of a variable whose size is known
    Tokens start;             // of a section, where it begins; empty: at 0
    bool is_section = false;  // name[start:length], whose elements may be arrays
    Token other;  // the host's end of the copy, where into() names another variable; else the same
    Tokens allocates, frees;  // conditions; empty: it does
};

struct OffloadClauses {
    Tokens condition;
    std::vector<OffloadVariable> variables;
    std::vector<Tokens> signals, waits;
    Tokens status;

    const OffloadVariable* find(const std::string& name) const;
};

// Throws Mistake for what is not supported, and for what moves data in vain.
OffloadClauses offload_clauses(const Tokens& words, Place place);

}  // namespace genmedia::gfx
