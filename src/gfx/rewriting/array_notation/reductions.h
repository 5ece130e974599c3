// SPDX-License-Identifier: MIT
// The reductions __sec_reduce*.
#pragma once

#include "gfx/rewriting/tokens/gfx_token.h"

namespace genmedia::gfx {

struct Reduction {
    const char* name;
    const char* start;  // the value before the first element
    const char* step;   // what an element, __gfx_e, does to it
    bool logical = false, index = false, custom = false, mutates = false;
};

const Reduction* reduction_named(const std::string& name);  // nullptr: none

struct ReductionText {
    std::string before, step, result;
};

ReductionText reduction_text(const Reduction& kind, const std::string& index, bool cpp);

// __sec_reduce and __sec_reduce_mutating, behind what `out` begins with.
Tokens custom_reduction(Tokens out, const Reduction& kind, const Tokens& first, const Tokens& value,
                        const Tokens& function, const Tokens& type, const Tokens& loops, Place place);

}  // namespace genmedia::gfx
