// SPDX-License-Identifier: MIT
#include "cm/gen/passes/own_elements.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

namespace genmedia::gen {

using namespace llvm;

Type* own_elements(Type* type) {
    auto* structure = dyn_cast<StructType>(type);
    if (!structure || !structure->hasName()) return type;
    for (const char* name : {"class.cm::vector_of", "class.cm::matrix_of"})
        if (structure->getName().startswith(name)) return structure->getElementType(0);
    return type;
}

Constant* own_elements(Constant* initializer) {
    return own_elements(initializer->getType()) == initializer->getType()
               ? initializer
               : initializer->getAggregateElement(0u);
}

namespace {

// Pointers reach the class's base by leaving the elements and coming back. They now begin at the elements.
// Lifetime markers have the class's size, so they are removed.
class Uses {
public:
    Uses(AllocaInst& alloca, AllocaInst& own) : layout_(alloca.getModule()->getDataLayout()), own_(own) {
        follow(alloca, 0);
        for (auto dead = dead_.rbegin(); dead != dead_.rend(); dead++) (*dead)->eraseFromParent();
    }

private:
    void follow(Value& pointer, int64_t offset) {
        for (Use& use : make_early_inc_range(pointer.uses())) {
            auto* user = cast<Instruction>(use.getUser());
            APInt more(64, 0);
            auto* gep = dyn_cast<GetElementPtrInst>(user);
            auto* call = dyn_cast<IntrinsicInst>(user);
            if (isa<BitCastInst>(user) || (gep && gep->accumulateConstantOffset(layout_, more))) {
                dead_.push_back(user);
                follow(*user, offset + more.getSExtValue());
            } else if (call && call->isLifetimeStartOrEnd()) {
                call->eraseFromParent();
            } else {
                use.set(place(*user, use.get()->getType(), offset));
            }
        }
    }

    Value* place(Instruction& user, Type* type, int64_t offset) {
        auto* phi = dyn_cast<PHINode>(&user);
        IRBuilder<> at(phi ? own_.getNextNode() : &user);
        // From the first element: LLVM would turn a cast of the alloca itself into an alloca of bytes.
        Value* zero = at.getInt32(0);
        Value* first = at.CreateInBoundsGEP(own_.getAllocatedType(), &own_, {zero, zero, zero});
        Value* bytes = at.CreateBitCast(first, at.getInt8PtrTy());
        if (offset != 0)
            bytes = at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), bytes, static_cast<uint64_t>(offset));
        return at.CreateBitCast(bytes, type);
    }

    const DataLayout& layout_;
    AllocaInst& own_;
    std::vector<Instruction*> dead_;
};

}  // namespace

void keep_own_elements(Function& function) {
    std::vector<AllocaInst*> allocas;
    for (Instruction& instruction : instructions(function))
        if (auto* alloca = dyn_cast<AllocaInst>(&instruction))
            if (own_elements(alloca->getAllocatedType()) != alloca->getAllocatedType())
                allocas.push_back(alloca);
    DIBuilder names(*function.getParent());
    for (AllocaInst* alloca : allocas) {
        AllocaInst* own = IRBuilder<>(alloca).CreateAlloca(own_elements(alloca->getAllocatedType()));
        own->setAlignment(alloca->getAlign());
        own->takeName(alloca);
        own->setDebugLoc(alloca->getDebugLoc());
        replaceDbgDeclare(alloca, own, names, DIExpression::ApplyOffset, 0);
        Uses(*alloca, *own);
        alloca->eraseFromParent();
    }
}

}  // namespace genmedia::gen
