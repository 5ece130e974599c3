// SPDX-License-Identifier: MIT
// Textbook liveness: backwards over the blocks until nothing changes. It covers values that belong to a
// variable, and values without a name that wait for a use.
#include "cm/gen/report/liveness.h"

#include "cm/gen/passes/genx_intrinsics.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <set>

namespace genmedia::gen {
namespace {

using namespace llvm;

using Values = std::set<const Value*>;
// Who holds registers: a variable, or null and a name for what the compiler keeps besides.
using Holder = std::pair<const DILocalVariable*, std::string>;
using Bytes = std::map<Holder, uint64_t>;

// The value in whose registers this one is.
const Value* base(const Value* value) {
    while (auto* cast = dyn_cast<BitCastInst>(value)) value = cast->getOperand(0);
    return value;
}

const CallInst* region_call(const Value* value, const char* name) {
    auto* call = dyn_cast<CallInst>(value);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName().startswith(name)
               ? call
               : nullptr;
}

class Liveness {
public:
    explicit Liveness(Function& kernel) : kernel_(kernel), layout_(kernel.getParent()->getDataLayout()) {}

    std::map<int, std::vector<Variable>> by_line() {
        find_names();
        find_temporaries();
        flow();
        for (const BasicBlock& block : kernel_) {
            Values after = out_[&block];
            for (auto at = block.rbegin(); at != block.rend() && !isa<PHINode>(*at); at++) {
                Values before = after;
                step(*at, before);
                if (is_variable(&*at)) after.insert(&*at);  // even if it is never read
                if (!isa<DbgInfoIntrinsic>(*at)) record(*at, before, after);
                after = std::move(before);
            }
        }
        std::map<int, std::vector<Variable>> result;
        for (const auto& [line, variables] : most_) result[line] = sorted(variables);
        return result;
    }

private:
    bool is_variable(const Value* value) const { return variable_.count(value) > 0; }

    // False for what is computed from the variable. The whole without a class's padding counts as a value.
    static bool is_value(const DIExpression& expression) {
        const auto part = expression.getFragmentInfo();
        return expression.getNumElements() == 0 ||
               (part && part->OffsetInBits == 0 && expression.getNumElements() == 3);
    }

    bool is_own(const DILocalVariable& variable) const {
        return variable.getScope()->getSubprogram() == kernel_.getSubprogram();
    }

    void find_names() {
        for (const Instruction& instruction : instructions(kernel_)) {
            auto* named = dyn_cast<DbgValueInst>(&instruction);
            if (!named || named->hasArgList() || !is_value(*named->getExpression())) continue;
            const DILocalVariable* variable = named->getVariable();
            const Value* value = named->getVariableLocationOp(0);
            if (!value || variable->isArtificial() || is_language_header(variable->getFilename())) continue;
            value = base(value);
            if ((!isa<Instruction>(value) && !isa<Argument>(value)) || !value->getType()->isVectorTy())
                continue;
            // A copy of a variable counts as that variable until one of the two is written. The kernel's own
            // variables take precedence.
            Holder& known = variable_[value];
            if (!known.first || (is_own(*variable) && !is_own(*known.first)))
                known = {variable, variable->getName().str()};
        }
        // Writing a region happens in place: the value before and the value after are in the same registers.
        for (bool more = true; more;) {
            more = false;
            for (const Instruction& instruction : instructions(kernel_)) {
                const CallInst* call = region_call(&instruction, "llvm.genx.wrregion");
                if (!call) continue;
                const Value* old = base(call->getArgOperand(0));
                overwritten_.insert(old);
                if (isa<Instruction>(old) && is_variable(call))
                    more |= variable_.emplace(old, variable_.at(call)).second;
            }
        }
    }

    // Values without a name that wait for their use in another block or for a second use. Other values are
    // made and used in the instructions of one line, which the back end takes together.
    void find_temporaries() {
        for (const Instruction& instruction : instructions(kernel_)) {
            auto* type = dyn_cast<FixedVectorType>(instruction.getType());
            if (!type || type->getScalarSizeInBits() < 8 || is_variable(&instruction) ||
                overwritten_.count(&instruction) || isa<BitCastInst>(instruction) ||
                isa<SExtInst>(instruction) || isa<ZExtInst>(instruction) ||
                isa<ShuffleVectorInst>(instruction) || isa<InsertElementInst>(instruction))
                continue;
            const bool elsewhere = any_of(instruction.users(), [&](const User* user) {
                return cast<Instruction>(user)->getParent() != instruction.getParent();
            });
            const bool region = region_call(&instruction, "llvm.genx.rdregion");
            if (elsewhere || (instruction.hasNUsesOrMore(2) && !region))
                temporaries_[&instruction] = {nullptr, name_of(instruction)};
        }
        variable_.insert(temporaries_.begin(), temporaries_.end());
    }

    // "pixels as floats (line 7)"
    std::string name_of(const Instruction& temporary) const {
        const std::string line =
            std::to_string(temporary.getDebugLoc() ? temporary.getDebugLoc().getLine() : 0);
        const bool floats = isa<UIToFPInst>(temporary) || isa<SIToFPInst>(temporary);
        const bool region = region_call(&temporary, "llvm.genx.rdregion") != nullptr;
        const std::string of = floats || region ? source_of(temporary.getOperand(0)) : "";
        if (of.empty()) return "temporaries of line " + line;
        return (floats ? of + " as floats" : "a part of " + of) + " (line " + line + ")";
    }

    // The variable from which a value is read, if any.
    std::string source_of(const Value* value) const {
        while (true) {
            const auto found = variable_.find(value);
            if (found != variable_.end()) return found->second.second;
            auto* at = dyn_cast<Instruction>(value);
            if (!at || !(isa<CastInst>(at) || region_call(at, "llvm.genx.rdregion"))) return {};
            value = at->getOperand(0);
        }
    }

    // Turns the set live after an instruction into the set live before it.
    void step(const Instruction& instruction, Values& live) const {
        live.erase(&instruction);
        if (isa<PHINode>(instruction)) return;
        for (const Value* operand : instruction.operands()) {
            operand = base(operand);
            if (is_variable(operand)) live.insert(operand);
            operand = read_here(operand, instruction);
            if (is_variable(operand) && overwritten_.count(operand) == 0) live.insert(operand);
        }
    }

    // The value of which an operand is a region, widened or not: the back end does both at the use.
    static const Value* read_here(const Value* operand, const Instruction& user) {
        while (auto* at = dyn_cast<Instruction>(operand)) {
            const bool region = region_call(at, "llvm.genx.rdregion") && at->getParent() == user.getParent();
            if (!isa<BitCastInst>(at) && !isa<SExtInst>(at) && !isa<ZExtInst>(at) && !region) break;
            operand = at->getOperand(0);
        }
        return operand;
    }

    void flow() {
        std::map<const BasicBlock*, Values> in;
        for (bool more = true; more;) {
            more = false;
            for (const BasicBlock& block : reverse(kernel_)) {
                Values live;
                for (const BasicBlock* next : successors(&block)) {
                    live.insert(in[next].begin(), in[next].end());
                    for (const PHINode& phi : next->phis()) {
                        const Value* from = base(phi.getIncomingValueForBlock(&block));
                        if (is_variable(from)) live.insert(from);
                    }
                }
                out_[&block] = live;
                for (const Instruction& instruction : reverse(block)) step(instruction, live);
                more |= in[&block].size() != live.size();
                in[&block] = std::move(live);
            }
        }
    }

    Bytes bytes_of(const Values& live) const {
        Bytes bytes;
        for (const Value* value : live)
            bytes[variable_.at(value)] += layout_.getTypeStoreSize(value->getType());
        return bytes;
    }

    // An instruction's result is not in the registers of its operands, unless they are the same variable.
    void record(const Instruction& at, const Values& before, const Values& after) {
        Bytes bytes = bytes_of(before);
        for (const auto& [variable, n] : bytes_of(after)) bytes[variable] = std::max(bytes[variable], n);
        const int line = at.getDebugLoc() ? static_cast<int>(at.getDebugLoc().getLine()) : 0;
        Bytes& most = most_[line];
        if (total(bytes) > total(most)) most = std::move(bytes);
    }

    static uint64_t total(const Bytes& bytes) {
        uint64_t sum = 0;
        for (const auto& [variable, n] : bytes) sum += n;
        return sum;
    }

    static std::vector<Variable> sorted(const Bytes& bytes) {
        std::vector<Variable> variables;
        for (const auto& [variable, n] : bytes) variables.push_back({variable.second, static_cast<int>(n)});
        std::sort(variables.begin(), variables.end(), [](const Variable& a, const Variable& b) {
            return a.bytes != b.bytes ? a.bytes > b.bytes : a.name < b.name;
        });
        return variables;
    }

    Function& kernel_;
    const DataLayout& layout_;
    std::map<const Value*, Holder> variable_;
    std::map<const Value*, Holder> temporaries_;
    Values overwritten_;  // overwritten in place when a region is written
    std::map<const BasicBlock*, Values> out_;
    std::map<int, Bytes> most_;
};

}  // namespace

std::map<int, std::vector<Variable>> live_by_line(Function& kernel) { return Liveness(kernel).by_line(); }

}  // namespace genmedia::gen
