// SPDX-License-Identifier: MIT
#include "cm/gen/passes/memory/local_variables.h"

#include "cm/gen/passes/genx_intrinsics.h"

#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>

namespace genmedia::gen {
namespace {

using namespace llvm;

// Below that, Intel's compiler kept a variable in registers.
constexpr uint64_t kBytesInMemory = 3072;
constexpr unsigned kSharedMemory = 3;  // SPIR's address space of a group's memory

// The source's variable that an alloca is; null: one of the compiler or of the language's headers.
const DILocalVariable* variable_of(const AllocaInst& alloca) {
    for (const DbgVariableIntrinsic* named : FindDbgAddrUses(const_cast<AllocaInst*>(&alloca))) {
        const DILocalVariable* variable = named->getVariable();
        if (!variable->isArtificial() && !variable->getName().empty() &&
            !variable->getName().startswith("__gfx_") && !is_language_header(variable->getFilename()))
            return variable;
    }
    return nullptr;
}

// What instructions that lead to an object's places do with them.
template <class F>
void for_each_use(const Value& root, const F& take) {
    std::vector<const Value*> work = {&root};
    std::set<const Value*> seen;
    while (!work.empty()) {
        const Value* pointer = work.back();
        work.pop_back();
        for (const User* user : pointer->users()) {
            if (!seen.insert(user).second) continue;
            take(*user, *pointer);
            if (isa<GEPOperator>(user) || isa<BitCastOperator>(user) || isa<AddrSpaceCastInst>(user))
                work.push_back(user);
        }
    }
}

const Function* called_by(const User& user) {
    const auto* call = dyn_cast<CallBase>(&user);
    return call ? dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts()) : nullptr;
}

void reachable(const Function& function, std::set<const Function*>& all) {
    if (!all.insert(&function).second) return;
    for (const Instruction& instruction : instructions(function))
        if (const Function* callee = called_by(instruction); callee && !callee->isDeclaration())
            reachable(*callee, all);
}

bool is_array_of(const AllocaInst& alloca) {
    return alloca.isArrayAllocation() || alloca.getAllocatedType()->isArrayTy();
}

bool is_used_by(const Value& value, const std::set<const Function*>& functions) {
    return std::any_of(value.user_begin(), value.user_end(), [&](const User* user) {
        const auto* instruction = dyn_cast<Instruction>(user);
        return instruction ? functions.count(instruction->getFunction()) > 0 : is_used_by(*user, functions);
    });
}

// The memory that a group's threads share.
void add_shared(const Module& module, const std::set<const Function*>& functions,
                std::vector<LocalVariable>& variables) {
    for (const GlobalVariable& global : module.globals()) {
        SmallVector<DIGlobalVariableExpression*, 1> named;
        global.getDebugInfo(named);
        if (global.getAddressSpace() != kSharedMemory || named.empty() || !is_used_by(global, functions))
            continue;
        LocalVariable found;
        found.name = named[0]->getVariable()->getName().str();
        found.line = static_cast<int>(named[0]->getVariable()->getLine());
        found.bytes = static_cast<int>(module.getDataLayout().getTypeAllocSize(global.getValueType()));
        found.shared = true;
        variables.push_back(std::move(found));
    }
}

LocalVariable described(const AllocaInst& alloca, const DILocalVariable& variable) {
    LocalVariable found;
    found.name = variable.getName().str();
    found.line = static_cast<int>(variable.getLine());
    const DataLayout& layout = alloca.getModule()->getDataLayout();
    if (!alloca.isStaticAlloca() && !isa<ConstantInt>(alloca.getArraySize())) {
        found.because = "its size is not known when the program is compiled";
        return found;
    }
    found.bytes = static_cast<int>(layout.getTypeAllocSize(alloca.getAllocatedType()));
    if (static_cast<uint64_t>(found.bytes) >= kBytesInMemory) {
        found.because = "it has " + std::to_string(found.bytes) + " bytes; expected less than 3072";
        found.only_by_size = true;
    }
    return found;
}

void set_reason(const DILocalVariable& variable, const std::string& because,
                std::vector<LocalVariable>& variables) {
    for (LocalVariable& known : variables) {
        if (known.name != variable.getName() || known.line != static_cast<int>(variable.getLine())) continue;
        known.because = because;
        known.only_by_size = false;
    }
}

}  // namespace

std::set<const Function*> kept_functions(const Function& entry) {
    std::set<const Function*> all, kept;
    reachable(entry, all);
    for (const Function* function : all) {
        const DISubprogram* place = function->getSubprogram();
        if (!place || is_language_header(place->getFilename())) continue;
        std::set<const Function*> below;
        for (const Instruction& instruction : instructions(*function))
            if (const Function* callee = called_by(instruction); callee && !callee->isDeclaration())
                reachable(*callee, below);
        if (function->hasFnAttribute(Attribute::NoInline) || below.count(function)) kept.insert(function);
    }
    return kept;
}

std::vector<LocalVariable> declared_variables(const Function& entry) {
    std::set<const Function*> all;
    reachable(entry, all);
    std::vector<LocalVariable> variables;
    for (const Function& function : *entry.getParent()) {  // in the module's order, which repeats
        if (!all.count(&function)) continue;
        for (const Instruction& instruction : instructions(function)) {
            const auto* alloca = dyn_cast<AllocaInst>(&instruction);
            const DILocalVariable* variable = alloca && is_array_of(*alloca) ? variable_of(*alloca) : nullptr;
            if (variable) variables.push_back(described(*alloca, *variable));
        }
    }
    add_shared(*entry.getParent(), all, variables);
    std::stable_sort(variables.begin(), variables.end(),
                     [](const LocalVariable& a, const LocalVariable& b) { return a.line < b.line; });
    return variables;
}

void find_escaped(const Function& entry, const std::set<const Function*>& kept,
                  std::vector<LocalVariable>& variables) {
    std::map<const User*, std::set<const DILocalVariable*>> merges;
    for (const Instruction& instruction : instructions(entry)) {
        const auto* alloca = dyn_cast<AllocaInst>(&instruction);
        const DILocalVariable* variable = alloca ? variable_of(*alloca) : nullptr;
        if (!variable) continue;
        for_each_use(*alloca, [&](const User& user, const Value& pointer) {
            if (const Function* callee = called_by(user); callee && kept.count(callee))
                set_reason(*variable,
                           "its pointer goes to " + source_name(*callee) + ", which is not inlined",
                           variables);
            const auto* chosen = dyn_cast<SelectInst>(&user);
            if (isa<PHINode>(user) || (chosen && chosen->getCondition() != &pointer))
                merges[&user].insert(variable);
        });
    }
    for (const auto& [user, merged] : merges) {
        if (merged.size() < 2) continue;
        for (const DILocalVariable* variable : merged)
            for (const DILocalVariable* other : merged)
                if (other != variable)
                    set_reason(*variable,
                               "a pointer may be to it or to " + other->getName().str() + " (line " +
                                   std::to_string(line_of(*cast<Instruction>(user))) + ")",
                               variables);
    }
}

}  // namespace genmedia::gen
