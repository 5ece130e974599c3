// SPDX-License-Identifier: MIT
#include "cm/gen/passes/genx_intrinsics.h"

#include "cm/gen/passes/generic_intrinsics.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>
#include <cctype>
#include <cstring>
#include <regex>

namespace genmedia::gen {
namespace {

using namespace llvm;

struct Row {
    const char* name;       // in cm::gen; the back end's name has points for underlines, or is `other_name`
    const char* overloads;  // as in call_genx
    const char* masks;      // arguments that are masks
    bool touches_memory;
    const char* other_name = nullptr;
};

// From the table of definitions in Intel's vc-intrinsics.
constexpr Row kRows[] = {
    {"media_ld", "r", "", true},
    {"media_st", "6", "", true},
    {"oword_ld", "r", "", true},
    {"oword_ld_unaligned", "r", "", true},
    {"oword_st", "2", "", true},
    {"gather_scaled", "r05", "0", true},
    {"scatter_scaled", "056", "0", true},
    {"gather4_scaled", "r05", "0", true},
    {"scatter4_scaled", "056", "0", true},
    {"gather4_typed", "r13", "1", true},
    {"scatter4_typed", "136", "1", true},
    {"sample", "r3", "", true},
    {"sampler_load", "r2", "", true, "load"},
    {"svm_block_ld", "r0", "", true},
    {"svm_block_ld_unaligned", "r0", "", true},
    {"svm_block_st", "01", "", true},
    {"svm_gather", "r02", "0", true},
    {"svm_scatter", "023", "0", true},
    {"svm_gather4_scaled", "r04", "0", true},
    {"svm_scatter4_scaled", "045", "0", true},
    {"sqrt", "r", "", false},
    {"ieee_sqrt", "r", "", false},
    {"rsqrt", "r", "", false},
    {"inv", "r", "", false},
    {"log", "r", "", false},
    {"exp", "r", "", false},
    {"sin", "r", "", false},
    {"cos", "r", "", false},
    {"pow", "r1", "", false},
    {"rndd", "r", "", false},
    {"rndu", "r", "", false},
    {"rnde", "r", "", false},
    {"rndz", "r", "", false},
    {"frc", "r", "", false},
    {"sat", "r", "", false},
    {"ssad2", "r0", "", false},
    {"usad2", "r0", "", false},
    {"sssad2add", "r0", "", false},
    {"uusad2add", "r0", "", false},
    {"sssad2add_sat", "r0", "", false},
    {"uusad2add_sat", "r0", "", false},
    {"ssavg", "r0", "", false},
    {"uuavg", "r0", "", false},
    {"dp2", "r", "", false},
    {"dp3", "r", "", false},
    {"dp4", "r", "", false},
    {"dph", "r", "", false},
    {"lrp", "r", "", false},
    {"ssdp4a", "r012", "", false},
    {"uudp4a", "r012", "", false},
    {"absi", "r", "", false},
    {"cbit", "r0", "", false},
    {"lzd", "r", "", false},
    {"bfrev", "r", "", false},
    {"ufbh", "r", "", false},
    {"sfbh", "r", "", false},
    {"fbl", "r", "", false},
    {"fptosi_sat", "r0", "", false},
    {"fptoui_sat", "r0", "", false},
    {"sstrunc_sat", "r0", "", false},
    {"sutrunc_sat", "r0", "", false},
    {"ustrunc_sat", "r0", "", false},
    {"uutrunc_sat", "r0", "", false},
    {"group_id_x", "", "", false},
    {"group_id_y", "", "", false},
    {"group_id_z", "", "", false},
    {"get_color", "", "", false},
    {"local_id", "r", "", false},
    {"local_size", "r", "", false},
    {"group_count", "r", "", false},
    {"barrier", "", "", true},
    {"sbarrier", "", "", true},
    {"fence", "", "", true},
    {"wait", "", "", true},
};

// Numbers of CmAtomicOpType (cm/dataport/atomics.h) for which Gen has messages. For floats, the manuals of
// these targets have only max, min, and compare and write, and only in buffers. For other operations the back
// end would send a wrong one.
struct Atomic {
    unsigned number;
    const char* name;
    unsigned sources;
    bool real = false;  // of floats only
};
constexpr Atomic kAtomics[] = {
    {0x0, "add", 1},  {0x1, "sub", 1},         {0x2, "inc", 0},         {0x3, "dec", 0},
    {0x4, "min", 1},  {0x5, "max", 1},         {0x6, "xchg", 1},        {0x7, "cmpxchg", 2},
    {0x8, "and", 1},  {0x9, "or", 1},          {0xa, "xor", 1},         {0xb, "imin", 1},
    {0xc, "imax", 1}, {0x10, "fmax", 1, true}, {0x11, "fmin", 1, true}, {0x12, "fcmpwr", 2, true},
};
// The messages of atomics: name(operation, mask, then the back end's order of operands, with two sources).
enum class At { buffer, pixels, addresses };
struct AtomicMessage {
    const char* name;
    unsigned first_source;
    At at;
};
constexpr AtomicMessage kAtomicMessages[] = {
    {"dword_atomic", 4, At::buffer}, {"typed_atomic", 3, At::pixels}, {"svm_atomic", 3, At::addresses}};

std::string type_suffix(Type* type) {
    std::string text;
    if (auto* vector = dyn_cast<FixedVectorType>(type)) {
        text = "v" + std::to_string(vector->getNumElements());
        type = vector->getElementType();
    }
    if (type->isIntegerTy()) return text + "i" + std::to_string(type->getIntegerBitWidth());
    return text + (type->isHalfTy() ? "f16" : type->isFloatTy() ? "f32" : "f64");
}

const Row* row_of(const std::string& name) {
    for (const Row& row : kRows)
        if (name == row.name) return &row;
    return nullptr;
}

const AtomicMessage* atomic_message_of(const std::string& name) {
    for (const AtomicMessage& message : kAtomicMessages)
        if (name == message.name) return &message;
    return nullptr;
}

std::string with_points(std::string name) {
    for (char& c : name)
        if (c == '_') c = '.';
    return name;
}

Value* as_mask(IRBuilder<>& at, Value* lanes) {
    return at.CreateICmpNE(lanes, Constant::getNullValue(lanes->getType()));
}

Status replace_atomic(CallInst& call, const AtomicMessage& message) {
    auto* number = dyn_cast<ConstantInt>(call.getArgOperand(0));
    if (!number) return refused(call, "which atomic operation this is must be known at compile time");
    const Atomic* found = nullptr;
    for (const Atomic& atomic : kAtomics)
        if (number->getZExtValue() == atomic.number) found = &atomic;
    if (!found || (found->real && message.at != At::buffer))
        return refused(call, std::string("Gen has no message for this atomic operation") +
                                 (message.at == At::pixels      ? " on pixels"
                                  : message.at == At::addresses ? " at addresses"
                                                                : ""));
    IRBuilder<> at(&call);
    Type* result = call.getType();
    if (found->real)
        result = FixedVectorType::get(at.getFloatTy(), cast<FixedVectorType>(result)->getNumElements());
    const unsigned first = message.first_source - 1;  // not counting the operation's number
    SmallVector<Value*, 8> arguments(drop_begin(call.args()));
    arguments[0] = as_mask(at, arguments[0]);
    arguments.erase(arguments.begin() + first + found->sources, arguments.begin() + first + 2);
    for (unsigned i = 0; i < found->sources; i++)
        arguments[first + i] = at.CreateBitCast(arguments[first + i], result);
    if (message.at != At::pixels)  // the old value
        arguments.back() = at.CreateBitCast(arguments.back(), result);
    std::string overloads = "r0";  // and the type of the address, unless that is the result's type
    if (message.at == At::pixels) overloads += std::to_string(first + found->sources);
    if (message.at == At::addresses) overloads += "1";
    if (message.at == At::buffer && found->number != 0x2 && found->number != 0x3 && found->number != 0x7)
        overloads += "2";
    Value* by = call_genx(at, with_points(message.name) + "." + found->name, result, arguments,
                          overloads.c_str(), true);
    call.replaceAllUsesWith(at.CreateBitCast(by, call.getType()));
    call.eraseFromParent();
    return {};
}

// Messages of the 3-D sampler. The back end wants 15 operands. It takes the first constant zero for the end
// and sends no operand from there on. So a zero before other operands must come from an instruction. False:
// the call is another function.
bool replace_3d(CallInst& call, const std::string& name) {
    if (name != "sample_3d" && name != "load_3d") return false;
    const bool sample = name == "sample_3d";
    const unsigned first = sample ? 6 : 5;
    IRBuilder<> at(&call);
    SmallVector<Value*, 21> arguments(call.args());
    arguments[1] = as_mask(at, arguments[1]);
    bool others = false;
    for (auto i = static_cast<unsigned>(arguments.size()); i-- > first;) {
        auto* constant = dyn_cast<Constant>(arguments[i]);
        const bool zero = constant && constant->isNullValue();
        Type* type = arguments[i]->getType();
        if (zero && others) {
            Type* bits = VectorType::getInteger(cast<VectorType>(type));
            Value* none = call_genx(at, "lzd", bits, {Constant::getAllOnesValue(bits)}, "r", false);
            arguments[i] = at.CreateBitCast(none, type);
        }
        others |= !zero;
    }
    arguments.resize(first + 15, Constant::getNullValue(arguments[first]->getType()));
    std::string overloads = "r1";  // after 9 come the characters that follow it in ASCII
    for (unsigned i = first; i < first + 15; i++) overloads += static_cast<char>('0' + i);
    call.replaceAllUsesWith(
        call_genx(at, sample ? "3d.sample" : "3d.load", call.getType(), arguments, overloads.c_str(), true));
    call.eraseFromParent();
    return true;
}

// One instruction returns both results, the carry first. False: the call is another function.
bool replace_carry(CallInst& call, const std::string& name) {
    const bool add = name.rfind("addc_", 0) == 0;
    if (!add && name.rfind("subb_", 0) != 0) return false;
    IRBuilder<> at(&call);
    Type* type = call.getType();
    auto* both = StructType::get(type, type);
    Module& module = *call.getModule();
    const std::string suffix = type_suffix(type);
    FunctionCallee function =
        module.getOrInsertFunction((add ? "llvm.genx.addc." : "llvm.genx.subb.") + suffix + "." + suffix,
                                   FunctionType::get(both, {type, type}, false));
    auto* callee = cast<Function>(function.getCallee());
    for (const auto attribute : {Attribute::NoUnwind, Attribute::ReadNone, Attribute::WillReturn})
        callee->addFnAttr(attribute);
    Value* results = at.CreateCall(function, {call.getArgOperand(0), call.getArgOperand(1)});
    const bool carried = name == "addc_carry" || name == "subb_borrow";
    call.replaceAllUsesWith(at.CreateExtractValue(results, carried ? 0 : 1));
    call.eraseFromParent();
    return true;
}

void replace(CallInst& call, const Row& row) {
    IRBuilder<> at(&call);
    SmallVector<Value*, 8> arguments(call.args());
    for (const char* mask = row.masks; *mask; mask++) {
        Value*& argument = arguments[static_cast<unsigned>(*mask - '0')];
        argument = as_mask(at, argument);
    }
    const std::string name = row.other_name ? row.other_name : with_points(row.name);
    CallInst* by = call_genx(at, name, call.getType(), arguments, row.overloads, row.touches_memory);
    call.replaceAllUsesWith(by);
    call.eraseFromParent();
}

// The back end does not distinguish masks from their bits. False: the call is another function.
bool replace_mask(CallInst& call, const std::string& name) {
    if (name != "mask_bits" && name != "mask_of_bits") return false;
    IRBuilder<> at(&call);
    Value* argument = call.getArgOperand(0);
    Value* by = nullptr;
    if (name == "mask_bits") {
        Value* mask = as_mask(at, argument);
        const unsigned count = cast<FixedVectorType>(mask->getType())->getNumElements();
        by = at.CreateZExt(at.CreateBitCast(mask, at.getIntNTy(count)), call.getType());
    } else {
        const unsigned count = cast<FixedVectorType>(call.getType())->getNumElements();
        Type* mask = FixedVectorType::get(at.getInt1Ty(), count);
        by = at.CreateZExt(at.CreateBitCast(at.CreateTrunc(argument, at.getIntNTy(count)), mask),
                           call.getType());
    }
    call.replaceAllUsesWith(by);
    call.eraseFromParent();
    return true;
}

}  // namespace

std::string cm_gen_name(const Function& function) {
    static constexpr char prefix[] = "_ZN2cm3gen";
    StringRef name = function.getName();
    if (!function.isDeclaration() || !name.consume_front(prefix)) return {};
    unsigned length = 0;
    if (name.consumeInteger(10, length) || length > name.size()) return {};
    return name.substr(0, length).str();
}

bool is_language_header(StringRef file) {  // "/usr/include/cm/core/run.h", or relative to where clang ran
    return file.contains("include/cm/") || file.contains("gfx/gfxcc/") || file == "<cmc>";
}

const DILocation* in_source(const DILocation* at) {
    while (at && (at->getLine() == 0 || is_language_header(at->getFilename()))) at = at->getInlinedAt();
    return at;
}

std::string place_of(const Instruction& instruction) {
    if (const DILocation* at = in_source(instruction.getDebugLoc().get()))
        return (at->getFilename() + ":" + Twine(at->getLine())).str();
    // Instructions that the optimiser made have no place; the ones after them have.
    if (const Instruction* next = instruction.getNextNode()) return place_of(*next);
    return instruction.getFunction()->getName().str();
}

Status refused(const Instruction& at, const std::string& why) {
    return {StatusCode::unsupported, place_of(at) + ": " + why};
}

int line_of(const DILocation* at) {
    at = in_source(at);
    return at ? static_cast<int>(at->getLine()) : 0;
}

std::string source_name(const Function& function) {
    // The language's types as kernels write them: cm::matrix_of<int [2][8]> is matrix<int, 2, 8>.
    static const std::regex object(
        "cm::((?:vector|matrix)(?:_ref)?)_of<([^<>\\[]*[^<>\\[ ]) ?\\[(\\d+)\\](?:\\[(\\d+)\\])?>");
    const std::string name = demangle(function.getName().str());
    std::string text;
    auto rest = name.begin();
    for (std::sregex_iterator found(name.begin(), name.end(), object), end; found != end; found++) {
        const std::smatch& match = *found;
        text.append(rest, match[0].first);
        text += match.str(1) + "<" + match.str(2) + ", " + match.str(3) +
                (match[4].matched ? ", " + match.str(4) : "") + ">";
        rest = match[0].second;
    }
    return text.append(rest, name.end());
}

int line_of(const Instruction& instruction) {
    const std::string place = place_of(instruction);
    const size_t colon = place.rfind(':');
    return colon == std::string::npos ? 0 : std::atoi(place.c_str() + colon + 1);
}

CallInst* call_genx(IRBuilder<>& at, const std::string& name, Type* result, ArrayRef<Value*> arguments,
                    const char* overloads, bool touches_memory) {
    std::string full = "llvm.genx." + name;
    SmallVector<Type*, 8> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    for (; *overloads; overloads++)
        full +=
            "." + type_suffix(*overloads == 'r' ? result : types[static_cast<unsigned>(*overloads - '0')]);
    Module& module = *at.GetInsertBlock()->getModule();
    FunctionCallee function = module.getOrInsertFunction(full, FunctionType::get(result, types, false));
    auto* callee = cast<Function>(function.getCallee());
    callee->addFnAttr(Attribute::NoUnwind);
    if (touches_memory) {  // loops are unrolled, and no path gets a copy of a message
        callee->addFnAttr(Attribute::Convergent);
        callee->addFnAttr(Attribute::NoDuplicate);
    } else {
        callee->addFnAttr(Attribute::ReadNone);
        callee->addFnAttr(Attribute::WillReturn);
    }
    return at.CreateCall(function, arguments);
}

Status replace_intrinsics(Function& function) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
        auto* call = dyn_cast<CallInst>(&instruction);
        if (!call) continue;
        const Function* callee = call->getCalledFunction();
        if (!callee) return refused(*call, "a call through a pointer cannot be compiled for Gen");
        if (callee->getName().startswith("llvm.genx.")) continue;
        if (auto* generic = dyn_cast<IntrinsicInst>(call)) {
            Status wrong = refused(*call, callee->getName().str() + " cannot be compiled for Gen");
            if (!replace_generic(*generic)) return wrong;
            continue;
        }
        const std::string name = cm_gen_name(*callee);
        if (replace_mask(*call, name) || replace_3d(*call, name) || replace_carry(*call, name)) continue;
        if (const AtomicMessage* message = atomic_message_of(name)) {
            Status done = replace_atomic(*call, *message);
            if (!done.ok()) return done;
            continue;
        }
        if (name == "more_than_64_bits")
            return refused(*call,
                           "a result may have more than 64 bits; expected operands of up to 32 bits, or "
                           "none of 64 bits clamped, averaged, or compared with one of the other sign");
        const Row* row = row_of(name);
        if (!row)
            return refused(*call, "a call of " + (name.empty() ? source_name(*callee) : name) +
                                      " cannot be compiled for Gen; expected functions with a body");
        replace(*call, *row);
    }
    return {};
}

}  // namespace genmedia::gen
