// SPDX-License-Identifier: MIT
// Intel's compiler says how many bytes of each kernel are in scratch memory, but not of which arrays. This
// file applies its rules. An array is in registers if
// - its address does not escape (use_of_address() says how it could),
// - no pointer may be to it or to another one,
// - its elements are of one type,
// - it and the others in registers have no more than 192 bytes, or 3 KB for 16 work-items.
// The last was found by trying: 48 floats are in registers, 49 are not. The bytes that the compiler reports
// must agree with what the rules say.
#include "cm/gen/passes/memory/private_arrays.h"

#include "cm/gen/passes/genx_intrinsics.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Operator.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <set>

namespace genmedia::gen {
namespace {

using namespace llvm;

constexpr int kMostBytes = 192;

std::string in_line(const Instruction& at) {
    for (const DILocation* place = at.getDebugLoc().get(); place; place = place->getInlinedAt())
        if (place->getLine() > 0) return " (line " + std::to_string(place->getLine()) + ")";
    return {};
}

// What makes an array's address escape; empty: nothing.
std::string use_of_address(const Value& address, std::set<const Value*>& seen) {
    for (const Use& use : address.uses()) {
        const User* user = use.getUser();
        if (!seen.insert(user).second) continue;
        auto* at = dyn_cast<Instruction>(user);
        const std::string line = at ? in_line(*at) : "";
        if (isa<GEPOperator>(user) || isa<BitCastOperator>(user) || isa<AddrSpaceCastInst>(user)) {
            if (const std::string inner = use_of_address(*user, seen); !inner.empty()) return inner;
        } else if (isa<PHINode>(user) || isa<SelectInst>(user)) {
            return "a pointer may be to it or to another array" + line;
        } else if (auto* store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &address) {
            return "its address is stored" + line;
        } else if (isa<PtrToIntOperator>(user)) {
            return "its address is made a number" + line;
        } else if (auto* call = dyn_cast<CallBase>(user); call && !isa<IntrinsicInst>(call)) {
            const Function* callee = call->getCalledFunction();
            return "its address is handed to " + (callee ? source_name(*callee) : "a function") + line;
        }
    }
    return {};
}

bool has_one_element_type(Type* type) {
    while (auto* array = dyn_cast<ArrayType>(type)) type = array->getElementType();
    auto* structure = dyn_cast<StructType>(type);
    return !structure || all_of(structure->elements(), [&](Type* element) {
        return element == structure->getElementType(0) && !element->isAggregateType();
    });
}

PrivateArray array_of(const AllocaInst& alloca) {
    const DataLayout& layout = alloca.getModule()->getDataLayout();
    PrivateArray array;
    array.name = alloca.getName().str();
    for (const DbgVariableIntrinsic* named : FindDbgAddrUses(const_cast<AllocaInst*>(&alloca))) {
        array.name = named->getVariable()->getName().str();
        array.line = static_cast<int>(named->getVariable()->getLine());
    }
    if (!alloca.isStaticAlloca()) {
        array.reason = "its size is not known when the kernel is compiled";
        return array;
    }
    array.bytes = static_cast<int>(layout.getTypeAllocSize(alloca.getAllocatedType()));
    std::set<const Value*> seen;
    array.reason = use_of_address(alloca, seen);
    if (array.reason.empty() && !has_one_element_type(alloca.getAllocatedType()))
        array.reason = "its elements are of several types";
    if (array.reason.empty() && array.bytes > kMostBytes)
        array.reason = "it has " + std::to_string(array.bytes) + " bytes; expected at most " +
                       std::to_string(kMostBytes) + ", 3 KB for 16 work-items";
    return array;
}

int rounded(const PrivateArray& array) { return (array.bytes + 3) / 4 * 4; }

// Arrays that no rule keeps out of registers. If bytes in scratch are left over, these arrays account for
// them, the last in the source first.
void place(PrivateMemory& memory) {
    int left = memory.bytes, kept = 0;
    for (const PrivateArray& array : memory.arrays)
        if (!array.reason.empty()) left -= rounded(array);
    for (auto array = memory.arrays.rbegin(); array != memory.arrays.rend(); array++) {
        if (!array->reason.empty()) continue;
        array->in_registers = rounded(*array) > left;
        if (array->in_registers)
            kept += array->bytes;
        else
            left -= rounded(*array);
    }
    for (PrivateArray& array : memory.arrays)
        if (!array.in_registers && array.reason.empty())
            array.reason = kept + array.bytes > kMostBytes
                               ? "with the other arrays in registers it has more than " +
                                     std::to_string(kMostBytes) + " bytes"
                               : "the compiler expects too many other registers to be in use";
}

const MDNode* named_node(const MDNode& in, StringRef name, std::set<const MDNode*>& seen) {
    if (!seen.insert(&in).second || in.getNumOperands() == 0) return nullptr;
    auto* first = dyn_cast_or_null<MDString>(in.getOperand(0).get());
    if (first && first->getString() == name) return &in;
    for (const MDOperand& operand : in.operands())
        if (auto* node = dyn_cast_or_null<MDNode>(operand.get()))
            if (const MDNode* found = named_node(*node, name, seen)) return found;
    return nullptr;
}

int number_in(const MDNode& node, StringRef name) {
    std::set<const MDNode*> seen;
    const MDNode* found = named_node(node, name, seen);
    auto* number = found ? mdconst::dyn_extract<ConstantInt>(found->getOperand(1)) : nullptr;
    return number ? static_cast<int>(number->getZExtValue()) : 0;
}

// IGCMetadata has "FuncMD": pairs of a node that names a function and a node with the facts about it.
void read_bytes(const Module& module, std::map<std::string, PrivateMemory>& memory) {
    const NamedMDNode* root = module.getNamedMetadata("IGCMetadata");
    std::set<const MDNode*> seen;
    const MDNode* functions =
        root && root->getNumOperands() > 0 ? named_node(*root->getOperand(0), "FuncMD", seen) : nullptr;
    for (unsigned i = 1; functions && i + 1 < functions->getNumOperands(); i += 2) {
        auto* name = dyn_cast<MDNode>(functions->getOperand(i));
        auto* known = dyn_cast<MDNode>(functions->getOperand(i + 1));
        auto* function = name && name->getNumOperands() > 1
                             ? mdconst::dyn_extract_or_null<Function>(name->getOperand(1))
                             : nullptr;
        if (function && known)
            memory[function->getName().str()].bytes = number_in(*known, "privateMemoryPerWI");
    }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) Status genmedia_gen_private_arrays(
    const std::string& optimised, const std::string& final, std::map<std::string, PrivateMemory>& memory) {
    LLVMContext context;
    SMDiagnostic wrong;
    const std::unique_ptr<Module> before = parseIR(MemoryBufferRef(optimised, "optimised"), wrong, context);
    const std::unique_ptr<Module> after =
        before ? parseIR(MemoryBufferRef(final, "final"), wrong, context) : nullptr;
    if (!after)
        return Status(StatusCode::corrupt,
                      "the dump of Intel's compiler cannot be read: " + wrong.getMessage().str());
    read_bytes(*after, memory);
    for (const Function& function : *before) {
        const auto kernel = memory.find(function.getName().str());
        if (kernel == memory.end()) continue;
        for (const Instruction& instruction : instructions(function))
            if (auto* alloca = dyn_cast<AllocaInst>(&instruction))
                kernel->second.arrays.push_back(array_of(*alloca));
        place(kernel->second);
    }
    return Status();
}

}  // namespace genmedia::gen
