// SPDX-License-Identifier: MIT
#include "cm/gen/passes/unroll.h"

#include "cm/gen/passes/genx_intrinsics.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

namespace genmedia::gen {

using namespace llvm;

Unrolling::Unrolling(Function& function) : dominators_(function), loops_(dominators_) {
    AssumptionCache assumptions(function);
    TargetLibraryInfoImpl names;
    TargetLibraryInfo library(names);
    ScalarEvolution evolution(function, library, assumptions, dominators_, loops_);
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder())
        if (const unsigned rounds = evolution.getSmallConstantTripCount(loop)) rounds_[loop] = rounds;
}

// False: the value depends on something that no unrolling makes constant.
bool Unrolling::collect(const Value& value, std::set<const Value*>& seen,
                        std::set<const llvm::Loop*>& loops) const {
    if (isa<Constant>(value) || !seen.insert(&value).second) return true;
    auto* instruction = dyn_cast<Instruction>(&value);
    if (!instruction) return false;
    if (isa<PHINode>(instruction)) {
        const llvm::Loop* loop = loops_.getLoopFor(instruction->getParent());
        if (!loop || loop->getHeader() != instruction->getParent() || rounds_.count(loop) == 0) return false;
        loops.insert(loop);
    } else if (!isa<BinaryOperator>(instruction) && !isa<CastInst>(instruction)) {
        return false;
    }
    for (const Value* operand : instruction->operands())
        if (!collect(*operand, seen, loops)) return false;
    return true;
}

std::vector<Loop> Unrolling::loops_of(const Value& value) const {
    std::set<const Value*> seen;
    std::set<const llvm::Loop*> loops;
    std::vector<Loop> result;
    if (!collect(value, seen, loops)) return result;
    for (const llvm::Loop* loop : loops)
        result.push_back({line_of(loop->getStartLoc().get()), rounds_.at(loop)});
    std::sort(result.begin(), result.end());
    return result;
}

// clang marks every loop without a pragma so.
static bool disables_unrolling(const Metadata* property) {
    auto* node = dyn_cast<MDNode>(property);
    auto* name = node && node->getNumOperands() > 0 ? dyn_cast<MDString>(node->getOperand(0)) : nullptr;
    return name && name->getString() == "llvm.loop.unroll.disable";
}

void have_unrolled(Function& function, const std::set<int>& lines) {
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    LLVMContext& context = function.getContext();
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (lines.count(line_of(loop->getStartLoc().get())) == 0) continue;
        SmallVector<Metadata*, 4> properties = {nullptr};
        if (MDNode* old = loop->getLoopID())
            for (const MDOperand& property : drop_begin(old->operands()))
                if (!disables_unrolling(property.get())) properties.push_back(property.get());
        properties.push_back(MDNode::get(context, MDString::get(context, "llvm.loop.unroll.enable")));
        MDNode* all = MDNode::getDistinct(context, properties);
        all->replaceOperandWith(0, all);
        loop->setLoopID(all);
    }
}

}  // namespace genmedia::gen
