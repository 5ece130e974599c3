// SPDX-License-Identifier: MIT
#include "cm/gen/passes/lane_atomics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <vector>

namespace genmedia::gen {
namespace {

using namespace llvm;

// OpenCL's name of an operation, and the letter of its numbers' type in C++'s mangled names; null: it has
// none.
struct AtomicFunction {
    const char* name;
    char number;
};

AtomicFunction function_of(AtomicRMWInst::BinOp operation) {
    switch (operation) {
        case AtomicRMWInst::Add: return {"atomic_add", 'i'};
        case AtomicRMWInst::Sub: return {"atomic_sub", 'i'};
        case AtomicRMWInst::Xchg: return {"atomic_xchg", 'i'};
        case AtomicRMWInst::And: return {"atomic_and", 'i'};
        case AtomicRMWInst::Or: return {"atomic_or", 'i'};
        case AtomicRMWInst::Xor: return {"atomic_xor", 'i'};
        case AtomicRMWInst::Min: return {"atomic_min", 'i'};
        case AtomicRMWInst::Max: return {"atomic_max", 'i'};
        case AtomicRMWInst::UMin: return {"atomic_min", 'j'};
        case AtomicRMWInst::UMax: return {"atomic_max", 'j'};
        default: return {nullptr, 0};
    }
}

Status refusal(const Instruction& atomic) {
    const DebugLoc& at = atomic.getDebugLoc();
    return {StatusCode::unsupported,
            "an atomic operation" + (at ? " in line " + std::to_string(at.getLine()) : "") +
                ", which a GPU does not have; expected one of 32-bit integers in memory "
                "that a clause names or a group shares"};
}

// Calls OpenCL's function at the instruction; null where there is none for such memory.
Value* call(Instruction& atomic, Value* address, const AtomicFunction& function, ArrayRef<Value*> numbers) {
    const unsigned space = address->getType()->getPointerAddressSpace();
    if (!function.name || !numbers[0]->getType()->isIntegerTy(32) ||
        (space != kGlobalMemory && space != kLocalMemory))
        return nullptr;
    const std::string name = function.name;
    const std::string mangled = "_Z" + std::to_string(name.size()) + name + "PU3AS" + std::to_string(space) +
                                "V" + std::string(1 + numbers.size(), function.number);
    std::vector<Type*> types{address->getType()};
    std::vector<Value*> values{address};
    for (Value* number : numbers) {
        types.push_back(number->getType());
        values.push_back(number);
    }
    Module& module = *atomic.getModule();
    FunctionCallee callee =
        module.getOrInsertFunction(mangled, FunctionType::get(numbers[0]->getType(), types, false));
    cast<Function>(callee.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
    IRBuilder<> at(&atomic);
    CallInst* made = at.CreateCall(callee, values);
    made->setCallingConv(CallingConv::SPIR_FUNC);
    return made;
}

bool replace(AtomicRMWInst& atomic) {
    Value* old = call(atomic, atomic.getPointerOperand(), function_of(atomic.getOperation()),
                      {atomic.getValOperand()});
    if (!old) return false;
    atomic.replaceAllUsesWith(old);
    return true;
}

bool replace(AtomicCmpXchgInst& atomic) {
    Value* expected = atomic.getCompareOperand();
    Value* old = call(atomic, atomic.getPointerOperand(), {"atomic_cmpxchg", 'i'},
                      {expected, atomic.getNewValOperand()});
    if (!old) return false;
    IRBuilder<> at(&atomic);
    Value* both = at.CreateInsertValue(UndefValue::get(atomic.getType()), old, 0);
    atomic.replaceAllUsesWith(at.CreateInsertValue(both, at.CreateICmpEQ(old, expected), 1));
    return true;
}

}  // namespace

Status call_atomic_functions(Module& module) {
    std::vector<Instruction*> atomics;
    for (Function& function : module)
        for (Instruction& instruction : instructions(function))
            if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction))
                atomics.push_back(&instruction);
    for (Instruction* atomic : atomics) {
        auto* exchange = dyn_cast<AtomicCmpXchgInst>(atomic);
        if (!(exchange ? replace(*exchange) : replace(*cast<AtomicRMWInst>(atomic)))) return refusal(*atomic);
        atomic->eraseFromParent();
    }
    return {};
}

}  // namespace genmedia::gen
