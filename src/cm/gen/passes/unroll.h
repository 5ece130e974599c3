// SPDX-License-Identifier: MIT
// Loops that keep an index from being known at compile time.
#pragma once

#include "cm/gen/report/hint.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <map>
#include <set>
#include <vector>

namespace genmedia::gen {

// Of one function. Its blocks must not change meanwhile.
class Unrolling {
public:
    explicit Unrolling(llvm::Function& function);

    // The loops that make the value constant once they are unrolled. Empty: none can.
    std::vector<Loop> loops_of(const llvm::Value& value) const;

private:
    bool collect(const llvm::Value& value, std::set<const llvm::Value*>& seen,
                 std::set<const llvm::Loop*>& loops) const;

    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    std::map<const llvm::Loop*, unsigned> rounds_;  // of loops with a constant number
};

// Makes the compiler unroll the loops at these source lines, as #pragma unroll does.
void have_unrolled(llvm::Function& function, const std::set<int>& lines);

}  // namespace genmedia::gen
