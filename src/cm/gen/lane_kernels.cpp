// SPDX-License-Identifier: MIT
#include "cm/gen/lane_kernels.h"

#include "cm/gen/clang_module.h"
#include "cm/gen/passes/genx_intrinsics.h"
#include "cm/gen/passes/lane_atomics.h"
#include "cm/gen/passes/memory/local_variables.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

#include <algorithm>
#include <array>
#include <map>

namespace genmedia::gen {
namespace {

using namespace llvm;

// Functions of <math.h> that OpenCL has by the same name, without the f of those of floats.
constexpr std::array kMath = {"acos",  "asin", "atan",  "atan2", "cbrt", "ceil",  "cos",   "cosh",    "erf",
                              "erfc",  "exp",  "exp2",  "expm1", "fabs", "fdim",  "floor", "fma",     "fmax",
                              "fmin",  "fmod", "hypot", "log",   "log2", "log10", "log1p", "pow",     "rint",
                              "round", "sin",  "sinh",  "sqrt",  "tan",  "tanh",  "trunc", "copysign"};

class LaneKernels {
public:
    LaneKernels(Module& module, const std::vector<KernelName>& kernels, Notes& notes)
        : module_(module), kernels_(kernels), notes_(notes) {}

    Status run() {
        for (const KernelName& kernel : kernels_) {
            Function* entry = module_.getFunction(kernel.entry);
            if (!entry) return {StatusCode::unsupported, "kernel " + kernel.name + " has no entry"};
            for (LocalVariable& variable : declared_variables(*entry))
                notes_.variables.push_back(std::move(variable));
            wrappers_.push_back(wrapper(*entry, kernel.name));
        }
        prepare();
        if (Status done = optimise(); !done.ok()) return done;
        if (Status done = call_atomic_functions(module_); !done.ok()) return done;
        for (Function& function : module_)
            if (function.isDeclaration()) rename_math(function);
        for (Function* kernel : wrappers_) keep_lines_of_source(*kernel);
        if (Status done = what_is_left(); !done.ok()) return done;
        std::string text;
        raw_string_ostream stream(text);
        if (!verifyModule(module_, &stream)) return {};
        return {StatusCode::unsupported, "wrong code: " + stream.str()};
    }

private:
    Function* wrapper(Function& entry, const std::string& name) {
        std::vector<Type*> types;
        for (const Argument& argument : entry.args()) {
            auto* pointer = dyn_cast<PointerType>(argument.getType());
            types.push_back(pointer && !argument.hasByValAttr()
                                ? PointerType::getWithSamePointeeType(pointer, kGlobalMemory)
                                : argument.getType());
        }
        LLVMContext& context = module_.getContext();
        Function* kernel = Function::Create(FunctionType::get(Type::getVoidTy(context), types, false),
                                            GlobalValue::ExternalLinkage, name, module_);
        kernel->setCallingConv(CallingConv::SPIR_KERNEL);
        kernel->setSubprogram(entry.getSubprogram());
        entry.setSubprogram(nullptr);
        IRBuilder<> at(BasicBlock::Create(context, "", kernel));
        std::vector<Value*> values;
        for (unsigned i = 0; i < kernel->arg_size(); i++) {
            Argument* argument = kernel->getArg(i);
            if (entry.getArg(i)->hasByValAttr()) {
                argument->addAttr(Attribute::getWithByValType(context, entry.getArg(i)->getParamByValType()));
                argument->addAttr(
                    Attribute::getWithAlignment(context, entry.getArg(i)->getParamAlign().valueOrOne()));
            }
            Type* wanted = entry.getArg(i)->getType();
            values.push_back(argument->getType() == wanted ? static_cast<Value*>(argument)
                                                           : at.CreateAddrSpaceCast(argument, wanted));
        }
        CallInst* call = at.CreateCall(&entry, values);
        call->setCallingConv(entry.getCallingConv());
        call->setAttributes(entry.getAttributes());
        if (kernel->getSubprogram())
            call->setDebugLoc(
                DILocation::get(context, kernel->getSubprogram()->getLine(), 0, kernel->getSubprogram()));
        at.CreateRetVoid();
        describe(*kernel);
        return kernel;
    }

    void describe(Function& kernel) {
        LLVMContext& context = module_.getContext();
        std::map<std::string, std::vector<Metadata*>> lists;
        for (const Argument& argument : kernel.args()) {
            const bool pointer = argument.getType()->isPointerTy() && !argument.hasByValAttr();
            auto* space = ConstantInt::get(Type::getInt32Ty(context), pointer ? kGlobalMemory : 0);
            lists["kernel_arg_addr_space"].push_back(ConstantAsMetadata::get(space));
            lists["kernel_arg_access_qual"].push_back(MDString::get(context, "none"));
            lists["kernel_arg_type"].push_back(MDString::get(context, pointer ? "int*" : "struct"));
            lists["kernel_arg_base_type"].push_back(MDString::get(context, pointer ? "int*" : "struct"));
            lists["kernel_arg_type_qual"].push_back(MDString::get(context, ""));
        }
        for (const auto& [name, list] : lists) kernel.setMetadata(name, MDNode::get(context, list));
    }

    void version(const char* name, int major, int minor) {
        Type* number = Type::getInt32Ty(module_.getContext());
        NamedMDNode* node = module_.getOrInsertNamedMetadata(name);
        node->clearOperands();
        node->addOperand(
            MDNode::get(module_.getContext(), {ConstantAsMetadata::get(ConstantInt::get(number, major)),
                                               ConstantAsMetadata::get(ConstantInt::get(number, minor))}));
    }

    void prepare() {
        version("opencl.ocl.version", 2, 0);
        version("opencl.spir.version", 1, 2);
        for (const char* name : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
            if (GlobalVariable* list = module_.getNamedGlobal(name)) list->eraseFromParent();
        for (Function& function : module_) {
            const bool kernel = std::find(wrappers_.begin(), wrappers_.end(), &function) != wrappers_.end();
            if (function.isDeclaration() || kernel) continue;
            function.removeFnAttr(Attribute::NoInline);
            function.removeFnAttr(Attribute::OptimizeNone);
            function.addFnAttr(Attribute::AlwaysInline);
            function.setLinkage(GlobalValue::InternalLinkage);
            function.setComdat(nullptr);
        }
        for (GlobalVariable& global : module_.globals())
            if (!global.isDeclaration() && !global.getName().startswith("llvm.")) {
                global.eraseMetadata(
                    LLVMContext::MD_dbg);  // of a group's memory Intel's compiler makes wrong ones
                global.setLinkage(GlobalValue::InternalLinkage);
                global.setComdat(nullptr);
            }
    }

    Status optimise() {
        LoopAnalysisManager loops;
        FunctionAnalysisManager functions;
        CGSCCAnalysisManager components;
        ModuleAnalysisManager modules;
        PassBuilder builder;
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(components);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, components, modules);
        ModulePassManager manager;
        // Lanes are Intel's compiler's to make, and loops its to unroll.
        if (Error wrong = builder.parsePassPipeline(
                manager,
                "globaldce,cgscc(inline<only-mandatory>,function(sroa,early-cse)),globaldce,function(sroa,"
                "instcombine,simplifycfg,early-cse,instcombine,simplifycfg,adce)"))
            return {StatusCode::unsupported, toString(std::move(wrong))};
        manager.addPass(createModuleToFunctionPassAdaptor(InferAddressSpacesPass(kGenericMemory)));
        manager.run(module_, modules);
        return {};
    }

    // sqrtf(float) is OpenCL's sqrt(float), by the name that C++ gives it.
    void rename_math(Function& function) {
        std::string name = function.getName().str();
        Type* type = function.getReturnType();
        if (!type->isFloatTy() && !type->isDoubleTy()) return;
        if (type->isFloatTy() && !name.empty() && name.back() == 'f') name.pop_back();
        if (std::find(kMath.begin(), kMath.end(), name) == kMath.end()) return;
        std::string mangled = "_Z" + std::to_string(name.size()) + name;
        for (const Argument& argument : function.args()) {
            if (argument.getType() != type) return;
            mangled += type->isFloatTy() ? "f" : "d";
        }
        function.setName(mangled);
        function.setCallingConv(CallingConv::SPIR_FUNC);
        for (User* user : function.users())
            if (auto* call = dyn_cast<CallBase>(user)) call->setCallingConv(CallingConv::SPIR_FUNC);
    }

    // Where the loop itself, not what it calls, leads to the instruction; null: nowhere.
    static const DILocation* loop_line(const Instruction& instruction, StringRef file) {
        const DILocation* found = nullptr;
        for (const DILocation* at = instruction.getDebugLoc().get(); at; at = at->getInlinedAt())
            if (at->getLine() != 0 && at->getFilename() == file) found = at;
        return found;
    }

    // Lines of the file that has the loop, as the report shows no others. What the language's headers do for
    // a lane counts as the first of these lines.
    static void keep_lines_of_source(Function& kernel) {
        StringRef file;
        const DILocation* first = nullptr;
        for (Instruction& instruction : instructions(kernel)) {
            for (const DILocation* at = instruction.getDebugLoc().get(); at; at = at->getInlinedAt())
                if (!is_language_header(at->getFilename())) file = at->getFilename();
            if (!file.empty()) break;
        }
        const auto in_source = [&](const Instruction& instruction) {
            const DILocation* at = instruction.getDebugLoc().get();
            while (at && (at->getLine() == 0 || at->getFilename() != file)) at = at->getInlinedAt();
            return at;
        };
        for (Instruction& instruction : instructions(kernel))
            if (const DILocation* at = loop_line(instruction, file);
                at && (!first || at->getLine() < first->getLine()))
                first = at;
        for (Instruction& instruction : instructions(kernel)) {
            if (isa<DbgInfoIntrinsic>(instruction)) continue;
            const DILocation* at = in_source(instruction);
            if (at || first) instruction.setDebugLoc(at ? at : first);
        }
    }

    Status what_is_left() const {
        for (const Function& function : module_) {
            if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
            if (function.getName().startswith("_Z") && function.getCallingConv() == CallingConv::SPIR_FUNC)
                continue;
            return {StatusCode::unsupported,
                    "a call of " + function.getName().str() + " is left, which a GPU does not have"};
        }
        return {};
    }

    Module& module_;
    const std::vector<KernelName>& kernels_;
    Notes& notes_;
    std::vector<Function*> wrappers_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) Status genmedia_gen_lanes(
    const std::string& text, const std::vector<KernelName>& kernels, std::string& bitcode, Notes* notes) {
    Notes ignored;
    return changed_module(text, bitcode, [&](Module& module) {
        return LaneKernels(module, kernels, notes ? *notes : ignored).run();
    });
}

}  // namespace genmedia::gen
