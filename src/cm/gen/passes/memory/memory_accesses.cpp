// SPDX-License-Identifier: MIT
#include "cm/gen/passes/memory/memory_accesses.h"

#include "cm/gen/passes/genx_intrinsics.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace genmedia::gen {
namespace {

using namespace llvm;

// A message: which operand has the place, in what unit, and which the value.
struct MessageKind {
    const char* name;
    unsigned place, unit;
    bool writes, scattered;
};
constexpr MessageKind kKinds[] = {{"oword_ld", 2, 16, false, false},
                                  {"oword_ld_unaligned", 2, 1, false, false},
                                  {"oword_st", 1, 16, true, false},
                                  {"gather_scaled", 5, 1, false, true},
                                  {"scatter_scaled", 5, 1, true, true}};

constexpr int kMostAlignment = 4096;

// The largest power of 2 that divides a value, as far as is known.
int alignment_of(const Value& value, const DataLayout& layout) {
    const KnownBits known = computeKnownBits(&value, layout);
    return 1 << std::min(known.countMinTrailingZeros(), 12U);
}

// Constants, or a region of some: the places of what is one block in the source.
bool are_constants(const Value& places) {
    const auto* call = dyn_cast<CallInst>(&places);
    return isa<Constant>(places) || (call && call->arg_size() > 0 && isa<Constant>(call->getArgOperand(0)));
}

int place_alignment(const CallInst& call, const MessageKind& kind, const DataLayout& layout) {
    Value* place = call.getArgOperand(kind.place);
    if (!kind.scattered)
        return std::min(kMostAlignment, alignment_of(*place, layout) * static_cast<int>(kind.unit));
    const int global = alignment_of(*call.getArgOperand(kind.place - 1), layout);
    return are_constants(*place) ? global : std::min(global, alignment_of(*place, layout));
}

}  // namespace

std::vector<MemoryAccess> memory_accesses(const Function& entry) {
    const DataLayout& layout = entry.getParent()->getDataLayout();
    std::map<const DILocation*, MemoryAccess> accesses;  // each inlined copy of a call has its own place
    for (const Instruction& instruction : instructions(entry)) {
        const auto* call = dyn_cast<CallInst>(&instruction);
        if (!call || !call->getCalledFunction()) continue;
        const std::string name = cm_gen_name(*call->getCalledFunction());
        const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                        [&](const MessageKind& each) { return name == each.name; });
        const DILocation* at = in_source(call->getDebugLoc().get());
        if (kind == std::end(kKinds) || !at) continue;
        Type* type = kind->writes ? call->getArgOperand(call->arg_size() - 1)->getType() : call->getType();
        MemoryAccess& access = accesses[at];
        const int alignment = place_alignment(*call, *kind, layout);
        access.line = line_of(at);
        access.alignment = access.messages == 0 ? alignment : std::min(access.alignment, alignment);
        access.bytes += static_cast<int>(layout.getTypeStoreSize(type));
        access.writes = kind->writes;
        access.scattered = kind->scattered;
        access.messages++;
    }
    std::vector<MemoryAccess> all;
    for (const auto& [at, access] : accesses) all.push_back(access);
    std::sort(all.begin(), all.end(), [](const MemoryAccess& a, const MemoryAccess& b) {
        return std::tie(a.line, a.writes, a.bytes, a.alignment) <
               std::tie(b.line, b.writes, b.bytes, b.alignment);
    });
    return all;
}

}  // namespace genmedia::gen
