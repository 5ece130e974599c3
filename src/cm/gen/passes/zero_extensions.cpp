// SPDX-License-Identifier: MIT
#include "cm/gen/passes/zero_extensions.h"

#include "cm/gen/passes/genx_intrinsics.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <set>

namespace genmedia::gen {
namespace {

using namespace llvm;

bool calls(const Value* value, const char* name) {
    const auto* call = dyn_cast<CallInst>(value);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName().startswith(name);
}

// Whether the back end may find that a value is sign-extended: it looks through regions.
bool may_be_sign_extended(const Value* value, std::set<const Value*>& seen) {
    if (!seen.insert(value).second) return false;
    if (const auto* extension = dyn_cast<SExtInst>(value))
        return extension->getSrcTy()->getScalarSizeInBits() > 1;  // masks it gets right
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction) return false;
    if (isa<BitCastInst>(value) || calls(value, "llvm.genx.rdregion"))
        return may_be_sign_extended(instruction->getOperand(0), seen);
    if (calls(value, "llvm.genx.wrregion"))
        return may_be_sign_extended(instruction->getOperand(0), seen) ||
               may_be_sign_extended(instruction->getOperand(1), seen);
    if (isa<PHINode>(value) || isa<SelectInst>(value) || isa<ShuffleVectorInst>(value))
        return any_of(instruction->operands(),
                      [&](const Use& use) { return may_be_sign_extended(use, seen); });
    return false;
}

// Each narrow element into the lowest part of a wide one, the other parts of which are zeros.
void write_as_region(ZExtInst& old) {
    auto* wide = cast<FixedVectorType>(old.getType());
    auto* narrow = cast<FixedVectorType>(old.getOperand(0)->getType());
    const unsigned count = wide->getNumElements(),
                   parts = wide->getScalarSizeInBits() / narrow->getScalarSizeInBits();
    IRBuilder<> at(&old);
    auto* all = FixedVectorType::get(narrow->getElementType(), count * parts);
    Value* arguments[] = {Constant::getNullValue(all),
                          old.getOperand(0),
                          at.getInt32(0),
                          at.getInt32(count),
                          at.getInt32(parts),
                          at.getInt16(0),
                          UndefValue::get(at.getInt32Ty()),
                          at.getTrue()};
    Value* written = call_genx(at, "wrregioni", all, arguments, "r157", false);
    old.replaceAllUsesWith(at.CreateBitCast(written, wide));
    old.eraseFromParent();
}

}  // namespace

void write_zero_extensions_as_regions(Function& function) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
        auto* extension = dyn_cast<ZExtInst>(&instruction);
        if (!extension || !extension->getType()->isVectorTy() ||
            extension->getOperand(0)->getType()->getScalarSizeInBits() == 1)
            continue;
        std::set<const Value*> seen;
        if (may_be_sign_extended(extension->getOperand(0), seen)) write_as_region(*extension);
    }
}

}  // namespace genmedia::gen
