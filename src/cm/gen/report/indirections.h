// SPDX-License-Identifier: MIT
// Hints about indices that are only known at run time.
#pragma once

#include "cm/gen/report/hint.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace genmedia::gen {

// What a kernel would cost with the loops of these lines unrolled: "a peak of 118 registers, ...". Empty:
// unknown.
using CostOfUnrolling = std::function<std::string(const std::set<int>& lines)>;

// Adds a hint for each loop whose unrolling would help, and for each object that no unrolling helps.
void add_indirection_hints(const std::vector<Indirection>& indirections, const CostOfUnrolling& cost,
                           std::vector<Hint>& hints);

// "line 5" or "lines 5, 7 and 9". Each line appears once.
std::string lines_text(const std::set<int>& lines);

}  // namespace genmedia::gen
