// SPDX-License-Identifier: MIT
#include "cm/gen/passes/generic_intrinsics.h"

#include "cm/gen/passes/genx_intrinsics.h"

namespace genmedia::gen {
namespace {

using namespace llvm;

// One call, and what is made in its place.
class Generic {
public:
    explicit Generic(IntrinsicInst& call) : call_(call), at_(&call), type_(call.getType()) {}

    // Null: unknown, or one without a value.
    Value* value() {
        switch (call_.getIntrinsicID()) {
            case Intrinsic::smax: return pick(CmpInst::ICMP_SGT);
            case Intrinsic::smin: return pick(CmpInst::ICMP_SLT);
            case Intrinsic::umax: return pick(CmpInst::ICMP_UGT);
            case Intrinsic::umin: return pick(CmpInst::ICMP_ULT);
            case Intrinsic::abs: return absolute();
            case Intrinsic::fabs: return call_genx(at_, "absf", type_, {operand(0)}, "r", false);
            case Intrinsic::sqrt: return call_genx(at_, "ieee.sqrt", type_, {operand(0)}, "r", false);
            case Intrinsic::floor: return call_genx(at_, "rndd", type_, {operand(0)}, "r", false);
            case Intrinsic::ceil: return call_genx(at_, "rndu", type_, {operand(0)}, "r", false);
            case Intrinsic::trunc: return call_genx(at_, "rndz", type_, {operand(0)}, "r", false);
            case Intrinsic::rint: return call_genx(at_, "rnde", type_, {operand(0)}, "r", false);
            case Intrinsic::minnum:
                return call_genx(at_, "fmin", type_, {operand(0), operand(1)}, "r0", false);
            case Intrinsic::maxnum:
                return call_genx(at_, "fmax", type_, {operand(0), operand(1)}, "r0", false);
            case Intrinsic::exp2: return of_floats("exp", operand(0));
            case Intrinsic::exp: return of_floats("exp", times(operand(0), numbers::log2e));
            case Intrinsic::log2: return of_floats("log", operand(0));
            case Intrinsic::log: return times(of_floats("log", operand(0)), numbers::ln2);
            case Intrinsic::log10: return times(of_floats("log", operand(0)), numbers::ln2 / numbers::ln10);
            case Intrinsic::sin: return of_floats("sin", operand(0));
            case Intrinsic::cos: return of_floats("cos", operand(0));
            case Intrinsic::pow:
                return is_float() ? call_genx(at_, "pow", type_, {operand(0), operand(1)}, "r", false)
                                  : nullptr;
            case Intrinsic::ctpop: return bits_set(operand(0));
            case Intrinsic::ctlz: return leading_zeros(operand(0));
            case Intrinsic::cttz: return trailing_zeros(operand(0));
            case Intrinsic::bitreverse: return reversed(operand(0));
            case Intrinsic::bswap: return bytes_swapped();
            case Intrinsic::fshl: return funnel(true);
            case Intrinsic::fshr: return funnel(false);
            case Intrinsic::usub_sat:
                return at_.CreateSelect(at_.CreateICmpUGT(operand(0), operand(1)),
                                        at_.CreateSub(operand(0), operand(1)), number(0));
            case Intrinsic::uadd_sat: {
                Value* sum = at_.CreateAdd(operand(0), operand(1));
                return at_.CreateSelect(at_.CreateICmpULT(sum, operand(0)), Constant::getAllOnesValue(type_),
                                        sum);
            }
            case Intrinsic::sadd_sat:
            case Intrinsic::ssub_sat: return saturated();
            default: return nullptr;
        }
    }

private:
    Value* operand(unsigned k) const { return call_.getArgOperand(k); }
    unsigned bits() const { return type_->getScalarSizeInBits(); }
    Constant* number(uint64_t n) const { return ConstantInt::get(type_, n); }

    // The GPU's own functions: of floats, powers and logarithms to the base 2, less exact than the
    // processor's.
    bool is_float() const { return type_->getScalarType()->isFloatTy(); }
    Value* of_floats(const char* name, Value* from) {
        return from && is_float() ? call_genx(at_, name, type_, {from}, "r", false) : nullptr;
    }
    Value* times(Value* value, double by) {
        return value && is_float() ? at_.CreateFMul(value, ConstantFP::get(type_, by)) : nullptr;
    }

    Value* pick(CmpInst::Predicate predicate) {
        return at_.CreateSelect(at_.CreateICmp(predicate, operand(0), operand(1)), operand(0), operand(1));
    }

    bool is_register() const { return bits() == 8 || bits() == 16 || bits() == 32 || bits() == 64; }
    Value* absolute() {
        if (is_register()) return call_genx(at_, "absi", type_, {operand(0)}, "r", false);
        return at_.CreateSelect(at_.CreateICmpSLT(operand(0), number(0)), at_.CreateNeg(operand(0)),
                                operand(0));
    }

    // The instructions below are for dwords. A number of up to 64 bits has a low and a high one.
    Type* dwords() const { return type_->getWithNewBitWidth(32); }
    Value* low(Value* from) { return at_.CreateZExtOrTrunc(from, dwords()); }
    Value* high(Value* from) { return at_.CreateZExtOrTrunc(at_.CreateLShr(from, 32), dwords()); }
    Constant* dword(uint64_t n) const { return ConstantInt::get(dwords(), n); }
    Value* of_dwords(const char* name, Value* from, const char* overloads = "r") {
        return call_genx(at_, name, dwords(), {from}, overloads, false);
    }
    Value* result(Value* count) { return at_.CreateZExtOrTrunc(count, type_); }

    Value* bits_set(Value* from) {
        Value* count = of_dwords("cbit", low(from), "r0");
        return result(bits() > 32 ? at_.CreateAdd(count, of_dwords("cbit", high(from), "r0")) : count);
    }
    // lzd gives 32 for 0.
    Value* leading_zeros(Value* from) {
        Value* count = of_dwords("lzd", low(from));
        if (bits() <= 32) return result(at_.CreateSub(count, dword(32 - bits())));
        Value* top = high(from);
        count = at_.CreateSelect(at_.CreateICmpEQ(top, dword(0)), at_.CreateAdd(count, dword(32)),
                                 of_dwords("lzd", top));
        return result(at_.CreateSub(count, dword(64 - bits())));
    }
    // fbl gives -1 for 0, which is the largest number.
    Value* trailing_zeros(Value* from) {
        Value* count = of_dwords("fbl", low(from));
        if (bits() > 32)
            count = at_.CreateSelect(at_.CreateICmpEQ(low(from), dword(0)),
                                     at_.CreateAdd(first_of_high(from), dword(32)), count);
        return result(at_.CreateSelect(at_.CreateICmpULT(count, dword(bits())), count, dword(bits())));
    }
    Value* first_of_high(Value* from) {
        Value* count = of_dwords("fbl", high(from));
        return at_.CreateSelect(at_.CreateICmpULT(count, dword(32)), count, dword(32));
    }
    Value* reversed(Value* from) {
        Value* first = of_dwords("bfrev", low(from));  // which becomes the high one
        if (bits() <= 32) return result(at_.CreateLShr(first, 32 - bits()));
        Type* both = type_->getWithNewBitWidth(64);
        Value* all = at_.CreateOr(at_.CreateShl(at_.CreateZExt(first, both), 32),
                                  at_.CreateZExt(of_dwords("bfrev", high(from)), both));
        return result(at_.CreateLShr(all, 64 - bits()));
    }
    // By regions: the back end's optimiser would find the intrinsic again in shifts, which its code generator
    // does not know.
    Value* bytes_swapped() {
        Type* type =
            type_->getWithNewBitWidth(bits() <= 32 ? static_cast<unsigned>(PowerOf2Ceil(bits())) : 64);
        Value* from = at_.CreateZExt(operand(0), type);
        const auto* vector = dyn_cast<FixedVectorType>(type);
        const unsigned size = type->getScalarSizeInBits() / 8, count = vector ? vector->getNumElements() : 1;
        Type* bytes = FixedVectorType::get(at_.getInt8Ty(), count * size);
        Type* one_each = FixedVectorType::get(at_.getInt8Ty(), count);
        Constant *row = at_.getInt32(0), *width = at_.getInt32(count),
                 *stride = at_.getInt32(count == 1 ? 0 : size), *parent = UndefValue::get(at_.getInt32Ty());
        Value *parts = at_.CreateBitCast(from, bytes), *all = UndefValue::get(bytes);
        for (unsigned k = 0; k < size; k++) {
            Value* read[] = {parts, row, width, stride, at_.getInt16(static_cast<uint16_t>(k)), parent};
            Value* part = call_genx(at_, "rdregioni", one_each, read, "r04", false);
            Value* write[] = {all,    part,         row,
                              width,  stride,       at_.getInt16(static_cast<uint16_t>(size - 1 - k)),
                              parent, at_.getTrue()};
            all = call_genx(at_, "wrregioni", bytes, write, "r157", false);
        }
        Value* swapped = at_.CreateBitCast(all, type);
        return result(at_.CreateLShr(swapped, type->getScalarSizeInBits() - bits()));
    }

    // The count is below the width. If it is 0, the other operand is shifted out in two steps.
    Value* funnel(bool left) {
        Value *a = operand(0), *b = operand(1);
        Constant* last = number(bits() - 1);
        const bool power = (bits() & (bits() - 1)) == 0;
        Value* n = power ? at_.CreateAnd(operand(2), last) : at_.CreateURem(operand(2), number(bits()));
        Value* rest = at_.CreateSub(last, n);
        return left ? at_.CreateOr(at_.CreateShl(a, n), at_.CreateLShr(at_.CreateLShr(b, 1), rest))
                    : at_.CreateOr(at_.CreateShl(at_.CreateShl(a, 1), rest), at_.CreateLShr(b, n));
    }

    // The sign of a sum that overflows is not that of both operands; of a difference, not that of the first.
    Value* saturated() {
        Value *a = operand(0), *b = operand(1);
        const bool add = call_.getIntrinsicID() == Intrinsic::sadd_sat;
        Value* exact = add ? at_.CreateAdd(a, b) : at_.CreateSub(a, b);
        Value* wrong = at_.CreateAnd(at_.CreateXor(a, exact), at_.CreateXor(add ? b : a, add ? exact : b));
        Value* most = at_.CreateXor(at_.CreateAShr(a, bits() - 1),
                                    ConstantInt::get(type_, APInt::getSignedMaxValue(bits())));
        return at_.CreateSelect(at_.CreateICmpSLT(wrong, number(0)), most, exact);
    }

    IntrinsicInst& call_;
    IRBuilder<> at_;
    Type* const type_;
};

}  // namespace

bool replace_generic(IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
        case Intrinsic::lifetime_start:
        case Intrinsic::lifetime_end:
        case Intrinsic::assume:
        case Intrinsic::experimental_noalias_scope_decl: break;
        default:
            Value* by = Generic(call).value();
            if (!by) return isa<DbgInfoIntrinsic>(call);
            call.replaceAllUsesWith(by);
    }
    call.eraseFromParent();
    return true;
}

}  // namespace genmedia::gen
