// SPDX-License-Identifier: MIT
// What to say of indices that only the run knows.
#pragma once

#include "gen/hint.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace genmedia::gen {

// What a kernel would take with the loops of these lines unrolled: "a peak of 118 registers, ...". Empty: not
// known.
using CostOfUnrolling = std::function<std::string(const std::set<int>& lines)>;

// One for each loop that would make some direct, one for each object that none does.
void add_indirection_hints(const std::vector<Indirection>& indirections, const CostOfUnrolling& cost,
                           std::vector<Hint>& hints);

// "line 5" or "lines 5, 7 and 9", each once.
std::string lines_text(const std::set<int>& lines);

}  // namespace genmedia::gen
