// SPDX-License-Identifier: MIT
// A wider register holds a value of n bits, with zeros above. Users that need the sign extend it themselves.
#include "cm/gen/passes/integer_widths.h"

#include "cm/gen/passes/genx_intrinsics.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>

namespace genmedia::gen {
namespace {

using namespace llvm;

bool is_odd(const Type* type) {
    if (!type->isIntOrIntVectorTy()) return false;
    const unsigned bits = type->getScalarSizeInBits();
    return bits != 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64;
}

Type* wider(Type* type) {
    if (!is_odd(type)) return type;
    const unsigned bits = type->getScalarSizeInBits();
    return type->getWithNewBitWidth(bits < 8 ? 8 : static_cast<unsigned>(PowerOf2Ceil(bits)));
}

class Widening {
public:
    explicit Widening(Function& function) : function_(function) {}

    Status run() {
        for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_))
            for (Instruction& instruction : make_early_inc_range(*block)) {
                if (!concerns(instruction)) continue;
                if (!widen(instruction)) return too_wide(instruction);
            }
        for (auto [old, now] : phis_)
            for (unsigned i = 0; i < old->getNumIncomingValues(); i++)
                now->addIncoming(value(old->getIncomingValue(i)), old->getIncomingBlock(i));
        for (Instruction* old : replaced_) old->replaceAllUsesWith(UndefValue::get(old->getType()));
        for (Instruction* old : replaced_) old->eraseFromParent();
        return {};
    }

private:
    static bool concerns(const Instruction& instruction) {
        return is_byte_product(instruction) || isa<SwitchInst>(instruction) ||
               is_odd(instruction.getType()) ||
               any_of(instruction.operands(), [](const Use& use) { return is_odd(use->getType()); });
    }

    // Gen multiplies into words. The back end compares those where a product's bytes are compared with 0, and
    // so sees more than the low eight bits. A region of the words' bytes it leaves alone.
    static bool is_byte_product(const Instruction& instruction) {
        return instruction.getOpcode() == Instruction::Mul &&
               instruction.getType()->getScalarSizeInBits() <= 8;
    }
    static Value* product(IRBuilder<>& at, Value* a, Value* b) {
        Type* type = a->getType();
        if (type->getScalarSizeInBits() != 8) return at.CreateMul(a, b);
        Type* words = type->getWithNewBitWidth(16);
        Value* result = at.CreateMul(in_words(at, a, words), in_words(at, b, words));
        const auto* vector = dyn_cast<FixedVectorType>(type);
        const unsigned count = vector ? vector->getNumElements() : 1;
        Value* arguments[] = {at.CreateBitCast(result, FixedVectorType::get(at.getInt8Ty(), count * 2)),
                              at.getInt32(0),
                              at.getInt32(count),
                              at.getInt32(count == 1 ? 0 : 2),
                              at.getInt16(0),
                              UndefValue::get(at.getInt32Ty())};
        return call_genx(at, "rdregioni", type, arguments, "r04", false);
    }
    // Numbers of 16 bits with the same low eight.
    static Value* in_words(IRBuilder<>& at, Value* bytes, Type* words) {
        auto* cut = dyn_cast<TruncInst>(bytes);
        return cut ? at.CreateZExtOrTrunc(cut->getOperand(0), words) : at.CreateSExt(bytes, words);
    }

    static Status too_wide(const Instruction& at) {
        unsigned bits = is_odd(at.getType()) ? at.getType()->getScalarSizeInBits() : 0;
        for (const Use& use : at.operands())
            if (is_odd(use->getType())) bits = std::max(bits, use->getType()->getScalarSizeInBits());
        return refused(at, "the optimiser made a number of " + std::to_string(bits) + " bits (" +
                               at.getOpcodeName() +
                               "), for which Gen has no registers; expected 8, 16, 32 or 64");
    }

    // The same number in a wider register, with zeros above.
    Value* value(Value* old) {
        if (!is_odd(old->getType())) return old;
        if (auto* constant = dyn_cast<Constant>(old)) {
            if (isa<UndefValue>(constant)) return Constant::getNullValue(wider(old->getType()));
            return ConstantExpr::getZExt(constant, wider(old->getType()));
        }
        return wide_.at(old);
    }
    // The same number with its sign in the bits above.
    Value* with_sign(IRBuilder<>& at, Value* old) {
        Value* wide = value(old);
        const unsigned more = wide->getType()->getScalarSizeInBits() - old->getType()->getScalarSizeInBits();
        return more ? at.CreateAShr(at.CreateShl(wide, more), more) : wide;
    }
    static Value* masked(IRBuilder<>& at, Value* wide, Type* odd) {
        if (!is_odd(odd)) return wide;
        return at.CreateAnd(
            wide,
            ConstantInt::get(wide->getType(), APInt::getLowBitsSet(wide->getType()->getScalarSizeInBits(),
                                                                   odd->getScalarSizeInBits())));
    }

    bool widen(Instruction& old) {
        if (wider(old.getType())->getScalarSizeInBits() > 64) return false;
        for (const Use& use : old.operands())
            if (is_odd(use->getType()) && wider(use->getType())->getScalarSizeInBits() > 64) return false;
        IRBuilder<> at(&old);
        Value* now = nullptr;
        if (auto* phi = dyn_cast<PHINode>(&old)) {
            PHINode* same = at.CreatePHI(wider(old.getType()), phi->getNumIncomingValues());
            phis_.emplace_back(phi, same);
            now = same;
        } else if (auto* binary = dyn_cast<BinaryOperator>(&old)) {
            now = binary_of(at, *binary);
        } else if (auto* cast = dyn_cast<CastInst>(&old)) {
            now = cast_of(at, *cast);
        } else {
            now = other_of(at, old);
        }
        if (!now) return false;
        if (is_odd(old.getType()))
            wide_[&old] = now;
        else
            old.replaceAllUsesWith(now);
        replaced_.push_back(&old);
        return true;
    }

    Value* binary_of(IRBuilder<>& at, BinaryOperator& old) {
        const auto operation = old.getOpcode();
        const bool is_signed = operation == Instruction::AShr || operation == Instruction::SDiv ||
                               operation == Instruction::SRem;
        Value* a = is_signed ? with_sign(at, old.getOperand(0)) : value(old.getOperand(0));
        Value* b = is_signed && operation != Instruction::AShr ? with_sign(at, old.getOperand(1))
                                                               : value(old.getOperand(1));
        Value* result = operation == Instruction::Mul ? product(at, a, b) : at.CreateBinOp(operation, a, b);
        return masked(at, result, old.getType());
    }

    Value* cast_of(IRBuilder<>& at, CastInst& old) {
        Value* from = old.getOperand(0);
        Type* to = wider(old.getType());
        switch (old.getOpcode()) {
            case Instruction::ZExt: return at.CreateZExtOrTrunc(value(from), to);
            case Instruction::Trunc: return masked(at, at.CreateZExtOrTrunc(value(from), to), old.getType());
            case Instruction::SExt:
                return masked(at, at.CreateSExtOrTrunc(with_sign(at, from), to), old.getType());
            case Instruction::UIToFP: return at.CreateUIToFP(value(from), to);
            case Instruction::SIToFP: return at.CreateSIToFP(with_sign(at, from), to);
            case Instruction::FPToUI: return masked(at, at.CreateFPToUI(from, to), old.getType());
            case Instruction::FPToSI: return masked(at, at.CreateFPToSI(from, to), old.getType());
            case Instruction::BitCast: return bits_of(at, old);
            default: return nullptr;
        }
    }

    // Casts between a number and its parts. There are as many parts as the wider number has.
    Value* bits_of(IRBuilder<>& at, CastInst& old) {
        Value* from = old.getOperand(0);
        auto* parts = dyn_cast<FixedVectorType>(from->getType());
        if (parts && !is_odd(parts) && old.getType()->isIntegerTy())
            return at.CreateBitCast(padded(at, from, wider(old.getType())->getScalarSizeInBits()),
                                    wider(old.getType()));
        parts = dyn_cast<FixedVectorType>(old.getType());
        if (!parts || !from->getType()->isIntegerTy() || is_odd(parts)) return by_elements(at, old);
        Value* wide = value(from);
        const unsigned bits = parts->getScalarSizeInBits(),
                       count = wide->getType()->getScalarSizeInBits() / bits;
        Type* all = FixedVectorType::get(parts->getElementType(), count);
        SmallVector<int, 64> first;
        for (unsigned k = 0; k < parts->getNumElements(); k++) first.push_back(static_cast<int>(k));
        return at.CreateShuffleVector(at.CreateBitCast(wide, all), first);
    }

    // A cast to or from elements of odd widths, by way of a number that holds them all.
    Value* by_elements(IRBuilder<>& at, CastInst& old) {
        const unsigned bits = static_cast<unsigned>(old.getType()->getPrimitiveSizeInBits());
        if (bits > 64 || old.getSrcTy()->getScalarType()->isFloatingPointTy() ||
            old.getDestTy()->getScalarType()->isFloatingPointTy())
            return nullptr;
        Type* const number = at.getInt64Ty();
        Value *from = value(old.getOperand(0)), *all = ConstantInt::get(number, 0);
        if (auto* parts = dyn_cast<FixedVectorType>(old.getSrcTy())) {
            for (unsigned k = 0; k < parts->getNumElements(); k++)
                all = at.CreateOr(all, at.CreateShl(at.CreateZExt(at.CreateExtractElement(from, k), number),
                                                    k * parts->getScalarSizeInBits()));
        } else {
            all = at.CreateZExtOrTrunc(from, number);
        }
        auto* parts = dyn_cast<FixedVectorType>(old.getDestTy());
        if (!parts) return at.CreateZExtOrTrunc(all, wider(old.getDestTy()));
        Value* result = Constant::getNullValue(wider(parts));
        for (unsigned k = 0; k < parts->getNumElements(); k++) {
            Value* part = at.CreateZExtOrTrunc(at.CreateLShr(all, k * parts->getScalarSizeInBits()),
                                               result->getType()->getScalarType());
            result = at.CreateInsertElement(result, masked(at, part, parts->getScalarType()), k);
        }
        return result;
    }

    // Pads with zeros to `bits`. The back end cannot shuffle masks, so these are shuffled as numbers.
    static Value* padded(IRBuilder<>& at, Value* parts, unsigned bits) {
        auto* type = cast<FixedVectorType>(parts->getType());
        const bool mask = type->getScalarSizeInBits() == 1;
        const unsigned count = bits / type->getScalarSizeInBits();
        if (mask) parts = at.CreateZExt(parts, type->getWithNewBitWidth(16));
        SmallVector<int, 64> order;
        for (unsigned k = 0; k < count; k++)
            order.push_back(static_cast<int>(std::min(k, type->getNumElements())));  // the first zero
        Value* all = at.CreateShuffleVector(parts, Constant::getNullValue(parts->getType()), order);
        return mask ? at.CreateICmpNE(all, Constant::getNullValue(all->getType())) : all;
    }

    Value* other_of(IRBuilder<>& at, Instruction& old) {
        if (auto* compare = dyn_cast<ICmpInst>(&old)) {
            const bool is_signed = compare->isSigned();
            Value* a = is_signed ? with_sign(at, old.getOperand(0)) : value(old.getOperand(0));
            Value* b = is_signed ? with_sign(at, old.getOperand(1)) : value(old.getOperand(1));
            return at.CreateICmp(compare->getPredicate(), a, b);
        }
        if (isa<SelectInst>(old))
            return at.CreateSelect(old.getOperand(0), value(old.getOperand(1)), value(old.getOperand(2)));
        if (isa<FreezeInst>(old)) return at.CreateFreeze(value(old.getOperand(0)));
        if (isa<ExtractElementInst>(old))
            return at.CreateExtractElement(value(old.getOperand(0)), value(old.getOperand(1)));
        if (isa<InsertElementInst>(old))
            return at.CreateInsertElement(value(old.getOperand(0)), value(old.getOperand(1)),
                                          value(old.getOperand(2)));
        if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&old))
            return at.CreateShuffleVector(value(old.getOperand(0)), value(old.getOperand(1)),
                                          shuffle->getShuffleMask());
        return nullptr;
    }

    Function& function_;
    std::map<const Value*, Value*> wide_;
    std::vector<std::pair<PHINode*, PHINode*>> phis_;
    std::vector<Instruction*> replaced_;
};

}  // namespace

Status widen_integers(Function& function) { return Widening(function).run(); }

}  // namespace genmedia::gen
