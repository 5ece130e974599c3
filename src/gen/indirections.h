// SPDX-License-Identifier: MIT
// What to say of indices that only the run knows.
#pragma once

#include "gen/mend.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace genmedia::gen {

// What a kernel would take with the loops of these lines unrolled: "a peak of 118 registers, ...". Empty: not
// known.
using CostOfUnrolling = std::function<std::string(const std::set<int>& lines)>;

// One for each loop that would mend some, one for each object that none mends.
void add_indirection_mends(const std::vector<Indirection>& indirections, const CostOfUnrolling& cost,
                           std::vector<Mend>& mends);

// "line 5" or "lines 5, 7 and 9", each once.
std::string lines_text(const std::set<int>& lines);

}  // namespace genmedia::gen
