// SPDX-License-Identifier: MIT
#include "cm/gen/passes/objects.h"

#include "cm/gen/passes/genx_intrinsics.h"
#include "cm/gen/passes/unroll.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace genmedia::gen {
namespace {

using namespace llvm;

// Where bytes are: in an alloca's cell, or in a table of constants.
struct Object {
    AllocaInst* cell = nullptr;  // holds one vector
    Constant* table = nullptr;   // its initializer
    Type* element = nullptr;
    uint64_t bytes = 0;
    std::string name;  // in the source
};

// A place in an object: the offset in bytes, 64 bits wide.
struct Place {
    Object object;
    Value* offset = nullptr;
};

// Elements at an offset, in rows of `width` elements.
struct Shape {
    Type* element;
    unsigned count, width;
    int64_t row, stride;  // in elements
};

class Objects {
public:
    Objects(Function& function, Notes& notes)
        : function_(function),
          layout_(function.getParent()->getDataLayout()),
          notes_(notes),
          unrolling_(function) {}

    Status convert() {
        expand_copies();
        std::vector<AllocaInst*> allocas;
        for (Instruction& instruction : instructions(function_))
            if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) allocas.push_back(alloca);
        for (AllocaInst* alloca : allocas) {
            if (!alloca->isStaticAlloca()) {
                refuse(*alloca, "an object's size is not known at compile time");
                break;
            }
            convert_uses(*alloca, object_of(*alloca));
            if (!status_.ok()) return status_;
        }
        for (GlobalVariable& global : function_.getParent()->globals()) {
            if (!global.isConstant() || !global.hasInitializer()) continue;
            Object object;
            object.table = global.getInitializer();
            object.name = name_in_source(global);
            object.element = element_of(global.getValueType());
            object.bytes = layout_.getTypeAllocSize(global.getValueType());
            convert_uses(global, object);
            if (!status_.ok()) return status_;
        }
        for (auto dead = dead_.rbegin(); dead != dead_.rend(); dead++)
            if ((*dead)->use_empty()) (*dead)->eraseFromParent();
        return status_;
    }

private:
    void refuse(const Instruction& at, const std::string& what) {
        if (status_.ok()) status_ = refused(at, what);
    }

    // A function's own table is __const.FUNCTION.NAME to clang.
    static std::string name_in_source(const GlobalVariable& table) {
        const std::string name = demangle(table.getName().str());
        return name.starts_with("__const.") ? name.substr(name.rfind('.') + 1) : name;
    }

    static Type* element_of(Type* type) {
        while (true) {
            if (auto* array = dyn_cast<ArrayType>(type))
                type = array->getElementType();
            else if (auto* vector = dyn_cast<FixedVectorType>(type))
                type = vector->getElementType();
            else if (auto* structure = dyn_cast<StructType>(type);
                     structure && structure->getNumElements() > 0)
                type = structure->getElementType(structure->getNumElements() - 1);
            else
                break;
        }
        const bool fits = type->isFloatingPointTy() ||
                          (type->isIntegerTy() && type->getIntegerBitWidth() >= 8 &&
                           isPowerOf2_32(type->getIntegerBitWidth()) && type->getIntegerBitWidth() <= 64);
        return fits ? type : Type::getInt8Ty(type->getContext());
    }

    Object object_of(AllocaInst& alloca) {
        Object object;
        object.bytes = layout_.getTypeAllocSize(alloca.getAllocatedType());
        object.element = element_of(alloca.getAllocatedType());
        if (object.bytes % bytes(object.element) != 0) object.element = Type::getInt8Ty(alloca.getContext());
        IRBuilder<> at(&alloca);
        const auto count = static_cast<unsigned>(object.bytes / bytes(object.element));
        object.cell = at.CreateAlloca(FixedVectorType::get(object.element, count ? count : 1), nullptr,
                                      alloca.getName());
        object.cell->setDebugLoc(alloca.getDebugLoc());
        keep_name(alloca, object);
        return object;
    }

    // Clang's debug intrinsics say which variable an alloca is. With such intrinsics for the cell, mem2reg
    // names its values.
    void keep_name(AllocaInst& alloca, Object& object) {
        DIBuilder names(*function_.getParent());
        for (DbgVariableIntrinsic* old : FindDbgAddrUses(&alloca)) {
            const auto part = old->getExpression()->getFragmentInfo();
            if (part && part->OffsetInBits != 0) continue;
            if (!is_language_header(old->getVariable()->getFilename()))
                object.name = old->getVariable()->getName().str();
            DIExpression* whole = DIExpression::get(alloca.getContext(), {});
            const uint64_t bits = object.bytes * 8;  // without the bytes that pad the class
            if (bits < old->getVariable()->getSizeInBits().getValueOr(0))
                whole = *DIExpression::createFragmentExpression(whole, 0, static_cast<unsigned>(bits));
            names.insertDeclare(object.cell, old->getVariable(), whole, old->getDebugLoc(), &alloca);
        }
    }

    uint64_t bytes(Type* type) const { return layout_.getTypeStoreSize(type); }

    // Turns memcpy and memset into loads and stores.
    void expand_copies() {
        for (Instruction& instruction : make_early_inc_range(instructions(function_))) {
            auto* copy = dyn_cast<MemIntrinsic>(&instruction);
            if (!copy) continue;
            IRBuilder<> at(copy);
            auto* length = dyn_cast<ConstantInt>(copy->getLength());
            if (!length) return refuse(*copy, "a copy of a size not known at compile time");
            const auto n = static_cast<unsigned>(length->getZExtValue());
            if (n > 0) {
                const Value* base = copy->getDest()->stripInBoundsOffsets();
                Type* element = at.getInt8Ty();
                if (auto* alloca = dyn_cast<AllocaInst>(base))
                    element = element_of(alloca->getAllocatedType());
                if (n % bytes(element) != 0) element = at.getInt8Ty();
                Type* type = FixedVectorType::get(element, static_cast<unsigned>(n / bytes(element)));
                Value* value = nullptr;
                if (auto* set = dyn_cast<MemSetInst>(copy)) {
                    auto* byte = dyn_cast<ConstantInt>(set->getValue());
                    if (!byte || !byte->isZero()) return refuse(*copy, "memset of other values than 0");
                    value = Constant::getNullValue(type);
                } else {
                    auto* from =
                        at.CreateBitCast(cast<MemTransferInst>(copy)->getSource(), type->getPointerTo());
                    value = at.CreateAlignedLoad(type, from, Align(1));
                }
                at.CreateAlignedStore(value, at.CreateBitCast(copy->getDest(), type->getPointerTo()),
                                      Align(1));
            }
            copy->eraseFromParent();
        }
    }

    void convert_uses(Value& root, const Object& object) {
        std::vector<std::pair<Value*, Value*>> work = {
            {&root, ConstantInt::get(Type::getInt64Ty(function_.getContext()), 0)}};
        while (!work.empty() && status_.ok()) {
            auto [pointer, offset] = work.back();
            work.pop_back();
            std::vector<User*> users(pointer->user_begin(), pointer->user_end());
            for (User* user : users) {
                if (auto* expression = dyn_cast<ConstantExpr>(user)) {
                    constant_use(*expression, offset, work);
                    continue;
                }
                auto* instruction = dyn_cast<Instruction>(user);
                if (!instruction || instruction->getFunction() != &function_) continue;
                if (isa<BitCastInst>(instruction) || isa<AddrSpaceCastInst>(instruction)) {
                    work.emplace_back(instruction, offset);
                    dead_.push_back(instruction);
                } else if (auto* gep = dyn_cast<GetElementPtrInst>(instruction)) {
                    IRBuilder<> at(gep);
                    Value* more = EmitGEPOffset(&at, layout_, gep);
                    work.emplace_back(gep, at.CreateAdd(offset, at.CreateSExtOrTrunc(more, at.getInt64Ty())));
                    dead_.push_back(gep);
                } else {
                    convert_access(*instruction, *pointer, {object, offset});
                }
                if (!status_.ok()) return;
            }
        }
        if (auto* alloca = dyn_cast<AllocaInst>(&root)) dead_.insert(dead_.begin(), alloca);
    }

    void constant_use(ConstantExpr& expression, Value* offset, std::vector<std::pair<Value*, Value*>>& work) {
        APInt more(64, 0);
        if (auto* gep = dyn_cast<GEPOperator>(&expression)) {
            if (!gep->accumulateConstantOffset(layout_, more)) return;
        } else if (!expression.isCast()) {
            return;
        }
        const auto old = cast<ConstantInt>(offset)->getSExtValue();
        work.emplace_back(&expression, ConstantInt::get(Type::getInt64Ty(function_.getContext()),
                                                        static_cast<uint64_t>(old + more.getSExtValue())));
    }

    void convert_access(Instruction& access, Value& pointer, const Place& place) {
        IRBuilder<> at(&access);
        Value* by = nullptr;
        if (auto* load = dyn_cast<LoadInst>(&access)) {
            by = read(at, access, place, row_of(load->getType()), load->getType());
        } else if (auto* store = dyn_cast<StoreInst>(&access)) {
            if (store->getValueOperand() == &pointer)
                return refuse(
                    access,
                    "a reference to an object is kept in memory; references must be known at compile time");
            write(at, access, place, row_of(store->getValueOperand()->getType()), store->getValueOperand());
        } else if (auto* call = dyn_cast<CallInst>(&access)) {
            const Function* callee = call->getCalledFunction();
            const std::string name = callee ? cm_gen_name(*callee) : "";
            if (name == "region_read") {
                if (!shaped(*call, call->getType())) return;
                by = read(at, access, moved(at, place, *call), shape_, call->getType());
            } else if (name == "region_write") {
                Value* value = call->getArgOperand(5);
                if (!shaped(*call, value->getType())) return;
                write(at, access, moved(at, place, *call), shape_, value);
            } else if (name == "region_gather") {
                by = gather(at, *call, place);
            } else if (!(callee && (callee->getIntrinsicID() == Intrinsic::lifetime_start ||
                                    callee->getIntrinsicID() == Intrinsic::lifetime_end))) {
                return refuse(access, "an object is handed to " +
                                          (callee ? source_name(*callee) : "a function") +
                                          ", which is not inlined");
            }
        } else if (isa<PHINode>(access) || isa<SelectInst>(access)) {
            return refuse(access,
                          "a reference may be to one of two objects, or to places that only the run knows");
        } else {
            return refuse(access, std::string("an object's address is used by ") + access.getOpcodeName());
        }
        if (!status_.ok()) return;
        if (by) access.replaceAllUsesWith(by);
        access.eraseFromParent();
    }

    Shape row_of(Type* type) {
        auto* vector = dyn_cast<FixedVectorType>(type);
        Type* element = vector ? vector->getElementType() : type;
        const unsigned count = vector ? vector->getNumElements() : 1;
        return {element, count, count, 0, 1};
    }

    void note(const Instruction& access, const Place& place, const Shape& shape, const char* what) {
        const int line = line_of(access);
        const auto size = static_cast<int64_t>(bytes(shape.element));
        if (place.object.bytes >= 3072)
            add_hint(notes_.hints, line,
                     "an object of " + std::to_string(place.object.bytes) +
                         " bytes: with all else it has 4096 to lie in");
        auto* known = dyn_cast<ConstantInt>(place.offset);
        if (!known) {
            notes_.indirections.push_back({line, place.object.name, static_cast<int>(place.object.bytes),
                                           what[0] == 'w', unrolling_.loops_of(*place.offset)});
            return;
        }
        const int64_t first = known->getSExtValue(), step = shape.stride * size;
        const bool columns = shape.width > 1 && step > 16;
        if (columns || (shape.width == 1 && shape.count > 1 && shape.row * size > 16))
            add_hint(notes_.hints, line,
                     std::string(what) + " of " + std::to_string(shape.count) + " elements that lie " +
                         std::to_string(columns ? step : shape.row * size) +
                         " bytes apart: a move for one or two of them");
        const int64_t row_bytes = shape.width * size;
        const bool split = first % 32 != 0 && first / 32 != (first + row_bytes - 1) / 32 && shape.stride == 1;
        if (what[0] == 'w' && split)
            add_hint(notes_.hints, line,
                     "write of " + std::to_string(row_bytes) + " bytes at byte " + std::to_string(first) +
                         ", not a multiple of 32: it is cut where registers end");
    }

    // Reads the constants of a region call into shape_.
    bool shaped(CallInst& call, Type* type) {
        shape_ = row_of(type);
        int64_t numbers[3];
        for (unsigned i = 0; i < 3; i++) {
            auto* number = dyn_cast<ConstantInt>(call.getArgOperand(i + 2));
            if (!number) {
                refuse(call, "a region's strides are not known at compile time");
                return false;
            }
            numbers[i] = number->getSExtValue();
        }
        shape_.row = numbers[0];
        shape_.width = static_cast<unsigned>(numbers[1]);
        shape_.stride = shape_.width == 1 ? 1 : numbers[2];
        if (shape_.width == shape_.count) shape_.row = 0;
        return true;
    }
    static Place moved(IRBuilder<>& at, const Place& place, CallInst& call) {
        return {place.object, at.CreateAdd(place.offset, call.getArgOperand(1))};
    }

    // Whether all bytes of the object are touched in order.
    bool is_whole(const Place& place, const Shape& shape) const {
        auto* offset = dyn_cast<ConstantInt>(place.offset);
        const bool dense = (shape.count == 1 || shape.width == 1 || shape.stride == 1) &&
                           (shape.width == shape.count || shape.row == static_cast<int64_t>(shape.width));
        return offset && offset->isZero() && dense &&
               shape.count * bytes(shape.element) == place.object.bytes;
    }

    // False for regions past the object's end, and for elements at an offset not aligned to their size.
    bool fits(const Instruction& access, const Place& place, const Shape& shape) {
        const uint64_t size = bytes(shape.element);
        auto* known = dyn_cast<ConstantInt>(place.offset);
        const int64_t rows = shape.count / shape.width;
        int64_t last = 0, first = 0;
        for (const int64_t way :
             {(rows - 1) * shape.row, (static_cast<int64_t>(shape.width) - 1) * shape.stride})
            (way < 0 ? first : last) += way;
        const int64_t begin = (known ? known->getSExtValue() : 0) + first * static_cast<int64_t>(size);
        const int64_t end = (known ? known->getSExtValue() : 0) + (last + 1) * static_cast<int64_t>(size);
        if ((known && begin < 0) || end > static_cast<int64_t>(place.object.bytes)) {
            refuse(access, "a region reaches from byte " + std::to_string(begin) + " to " +
                               std::to_string(end) + " of an object of " +
                               std::to_string(place.object.bytes) + " bytes");
            return false;
        }
        return true;
    }

    static bool is_register_type(Type* element) {
        return element->isHalfTy() || element->isFloatTy() || element->isDoubleTy() ||
               element->isIntegerTy(8) || element->isIntegerTy(16) || element->isIntegerTy(32) ||
               element->isIntegerTy(64);
    }
    // The same bytes as a shape of elements that a region may have.
    Shape as_bytes(const Shape& shape, LLVMContext& context) const {
        const auto n = static_cast<unsigned>(bytes(shape.element)) * shape.count;
        return {Type::getInt8Ty(context), n, n, 0, 1};
    }
    bool needs_bytes(const Place& place, const Shape& shape) const {
        const uint64_t size = bytes(shape.element);
        auto* known = dyn_cast<ConstantInt>(place.offset);
        return !is_register_type(shape.element) || place.object.bytes % size != 0 ||
               (known && static_cast<uint64_t>(known->getSExtValue()) % size != 0);
    }

    Value* whole(IRBuilder<>& at, const Object& object, Type* element) {
        Type* type = FixedVectorType::get(element, static_cast<unsigned>(object.bytes / bytes(element)));
        if (object.table) {
            SmallVector<Constant*, 64> elements;
            for (uint64_t k = 0; k < object.bytes; k += bytes(element)) {
                Constant* value = ConstantFoldLoadFromConst(object.table, element, APInt(64, k), layout_);
                elements.push_back(value ? value : UndefValue::get(element));
            }
            return ConstantVector::get(elements);
        }
        return at.CreateBitCast(at.CreateLoad(object.cell->getAllocatedType(), object.cell), type);
    }

    static Value* offset16(IRBuilder<>& at, Value* offset) { return at.CreateTrunc(offset, at.getInt16Ty()); }

    Value* read(IRBuilder<>& at, const Instruction& access, const Place& place, const Shape& shape,
                Type* as) {
        if (as->isPointerTy() || as->isPtrOrPtrVectorTy()) {
            refuse(access, "a pointer in an object");
            return nullptr;
        }
        if (!fits(access, place, shape)) return nullptr;
        if (is_whole(place, shape) && is_register_type(shape.element))
            return at.CreateBitCast(whole(at, place.object, shape.element), as);
        if (needs_bytes(place, shape)) {
            if (shape.width != shape.count || (shape.stride != 1 && shape.count != 1)) {
                refuse(access, "a region of elements that do not lie at multiples of their size");
                return nullptr;
            }
            const Shape plain = as_bytes(shape, at.getContext());
            return at.CreateBitCast(
                read(at, access, place, plain, FixedVectorType::get(plain.element, plain.count)), as);
        }
        note(access, place, shape, "read");
        Value* source = whole(at, place.object, shape.element);
        auto* known = dyn_cast<ConstantInt>(place.offset);
        if (place.object.table && known) return picked(cast<Constant>(source), *known, shape, as);
        const bool real = shape.element->isFloatingPointTy();
        Value* arguments[] = {source,
                              at.getInt32(static_cast<uint32_t>(shape.row)),
                              at.getInt32(shape.width),
                              at.getInt32(static_cast<uint32_t>(shape.count == 1 ? 0 : shape.stride)),
                              offset16(at, place.offset),
                              UndefValue::get(at.getInt32Ty())};
        return call_genx(at, real ? "rdregionf" : "rdregioni", as, arguments, "r04", false);
    }

    Constant* picked(Constant* source, const ConstantInt& offset, const Shape& shape, Type* as) {
        SmallVector<Constant*, 64> elements;
        const int64_t first = offset.getSExtValue() / static_cast<int64_t>(bytes(shape.element));
        for (unsigned k = 0; k < shape.count; k++)
            elements.push_back(source->getAggregateElement(
                static_cast<unsigned>(first + k / shape.width * shape.row + k % shape.width * shape.stride)));
        return as->isVectorTy() ? ConstantVector::get(elements) : elements[0];
    }

    void write(IRBuilder<>& at, const Instruction& access, const Place& place, const Shape& shape,
               Value* value) {
        if (place.object.table) return refuse(access, "a write to a constant");
        if (value->getType()->isPtrOrPtrVectorTy())
            return refuse(access, "a pointer in an object; references must be known at compile time");
        if (!fits(access, place, shape)) return;
        Type* cell = place.object.cell->getAllocatedType();
        if (is_whole(place, shape) && is_register_type(shape.element)) {
            at.CreateStore(at.CreateBitCast(value, cell), place.object.cell);
            return;
        }
        if (needs_bytes(place, shape)) {
            if (shape.width != shape.count || (shape.stride != 1 && shape.count != 1))
                return refuse(access, "a region of elements that do not lie at multiples of their size");
            const Shape plain = as_bytes(shape, at.getContext());
            return write(at, access, place, plain,
                         at.CreateBitCast(value, FixedVectorType::get(plain.element, plain.count)));
        }
        note(access, place, shape, "write");
        Value* old = whole(at, place.object, shape.element);
        const bool real = shape.element->isFloatingPointTy();
        Value* arguments[] = {old,
                              value,
                              at.getInt32(static_cast<uint32_t>(shape.row)),
                              at.getInt32(shape.width),
                              at.getInt32(static_cast<uint32_t>(shape.count == 1 ? 0 : shape.stride)),
                              offset16(at, place.offset),
                              UndefValue::get(at.getInt32Ty()),
                              at.getTrue()};
        Value* changed =
            call_genx(at, real ? "wrregionf" : "wrregioni", old->getType(), arguments, "r157", false);
        at.CreateStore(at.CreateBitCast(changed, cell), place.object.cell);
    }

    Value* gather(IRBuilder<>& at, CallInst& call, const Place& place) {
        Shape shape = row_of(call.getType());
        Value* offsets = call.getArgOperand(1);
        Value* base = at.CreateVectorSplat(shape.count, offset16(at, place.offset));
        const bool real = shape.element->isFloatingPointTy();
        Value* arguments[] = {whole(at, place.object, shape.element),
                              at.getInt32(0),
                              at.getInt32(1),
                              at.getInt32(0),
                              at.CreateAdd(offsets, base),
                              UndefValue::get(at.getInt32Ty())};
        return call_genx(at, real ? "rdregionf" : "rdregioni", call.getType(), arguments, "r04", false);
    }

    Function& function_;
    const DataLayout& layout_;
    Notes& notes_;
    const Unrolling unrolling_;
    Status status_;
    std::vector<Instruction*> dead_;
    Shape shape_ = {};
};

}  // namespace

Status objects_to_values(Function& function, Notes& notes) { return Objects(function, notes).convert(); }

}  // namespace genmedia::gen
