// SPDX-License-Identifier: MIT
// There are four steps.
// 1. Everything a kernel calls is inlined, and loops are unrolled. Objects are still in memory. Only calls
//    that name a region touch them.
// 2. Objects become values.
// 3. What step 2 leaves is tidied up.
// 4. The calls become the back end's intrinsics, and the entries its kernels. Nothing else may be left.
#include "cm/gen/lower.h"

#include "cm/gen/clang_module.h"
#include "cm/gen/passes/genx_intrinsics.h"
#include "cm/gen/passes/integer_widths.h"
#include "cm/gen/passes/kernel_descriptions.h"
#include "cm/gen/passes/memory/block_messages.h"
#include "cm/gen/passes/memory/local_variables.h"
#include "cm/gen/passes/memory/memory_accesses.h"
#include "cm/gen/passes/objects.h"
#include "cm/gen/passes/own_elements.h"
#include "cm/gen/passes/unroll.h"
#include "cm/gen/passes/zero_extensions.h"
#include "cm/gen/report/liveness.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace genmedia::gen {
namespace {

using namespace llvm;

constexpr char kTriple[] = "spir64-unknown-unknown";

class Lowering {
public:
    Lowering(Module& module, const std::vector<KernelName>& kernels, const Trial& trial, Notes& notes)
        : module_(module), kernels_(kernels), trial_(trial), notes_(notes) {}

    Status run() {
        if (status_ = find_entries(); !status_.ok()) return status_;
        for (Function* entry : entries_) {
            append(notes_.variables, declared_variables(*entry));
            kept_.merge(kept_functions(*entry));
        }
        prepare();
        inline_all();
        for (Function* entry : entries_) find_escaped(*entry, kept_, notes_.variables);
        inline_kept();
        if (status_ = no_calls_left(); !status_.ok()) return status_;
        for (Function* entry : entries_) {
            add_block_message_hints(*entry, notes_.hints);
            have_unrolled(*entry, trial_.unrolled);
            own_globals(*entry);
            keep_own_elements(*entry);
        }
        optimise([](PassBuilder& builder) {
            return builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2);
        });
        for (Function* entry : entries_)
            if (status_.ok()) status_ = objects_to_values(*entry, notes_);
        if (!status_.ok()) return status_;
        optimise("function(mem2reg,instcombine,simplifycfg,early-cse,instcombine,simplifycfg,adce)");
        for (Function* entry : entries_) append(notes_.accesses, memory_accesses(*entry));
        for (size_t k = 0; k < entries_.size(); k++)
            if (status_.ok())
                status_ = make_kernel(*entries_[k], kernels_[k].name, kernels_[k].float_control);
        if (!status_.ok()) return status_;
        for (Function* entry : entries_) find_writes(*entry);
        // The back end's tables of jumps have one jump for all cases that go to one place.
        optimise("function(lowerswitch,instsimplify,early-cse,adce),globaldce");
        for (Function* entry : entries_)
            if (status_.ok()) status_ = widen_integers(*entry);
        for (Function* entry : entries_)
            if (status_.ok()) write_zero_extensions_as_regions(*entry);
        if (status_.ok()) status_ = what_is_left();
        for (Function* entry : entries_) {
            keep_places_of_author(*entry);
            notes_.live.merge(live_by_line(*entry));
        }
        stripNonLineTableDebugInfo(module_);
        return status_;
    }

private:
    template <class T>
    static void append(std::vector<T>& to, std::vector<T> more) {
        to.insert(to.end(), more.begin(), more.end());
    }

    Status find_entries() {
        for (size_t k = 0; k < kernels_.size(); k++) {
            const std::string prefix = "_ZN2cm3gen5entryILi" + std::to_string(kernels_[k].number) + "E";
            Function* found = nullptr;
            for (Function& function : module_)
                if (!function.isDeclaration() &&
                    (kernels_[k].entry.empty() ? function.getName().startswith(prefix)
                                               : function.getName() == kernels_[k].entry))
                    found = &function;
            if (!found) return {StatusCode::unsupported, "kernel " + kernels_[k].name + " has no entry"};
            entries_.push_back(found);
        }
        return {};
    }

    bool is_entry(const Function& function) const {
        return std::find(entries_.begin(), entries_.end(), &function) != entries_.end();
    }

    // clang gives this target's functions a calling convention of their own. The back end would take their
    // calls for external ones.
    void prepare() {
        module_.setTargetTriple(kTriple);
        module_.setSourceFileName("kernels.cpp");  // that of clang's input names a temporary folder
        for (Function* entry : entries_) entry->setLinkage(GlobalValue::ExternalLinkage);
        for (const char* name : {"llvm.global.annotations", "llvm.used", "llvm.compiler.used"})
            if (GlobalVariable* list = module_.getNamedGlobal(name)) list->eraseFromParent();
        for (GlobalAlias& alias : make_early_inc_range(module_.aliases())) {  // for destructors
            alias.replaceAllUsesWith(alias.getAliasee());
            alias.eraseFromParent();
        }
        for (Function& function : module_) {
            function.setCallingConv(CallingConv::C);
            function.removeFnAttr(Attribute::OptimizeNone);
            function.removeFnAttr(Attribute::Convergent);
            if (!kept_.count(&function)) function.removeFnAttr(Attribute::NoInline);
            if (!function.isDeclaration()) {
                if (!is_entry(function)) {
                    if (!kept_.count(&function)) function.addFnAttr(Attribute::AlwaysInline);
                    function.setLinkage(GlobalValue::InternalLinkage);
                    function.setComdat(nullptr);
                }
                for (Instruction& instruction : instructions(function))
                    if (auto* call = dyn_cast<CallBase>(&instruction)) {
                        call->setCallingConv(CallingConv::C);
                        call_directly(*call);
                    }
                continue;
            }
            const std::string name = cm_gen_name(function);
            if (name.rfind("region_", 0) != 0) {
                function.addFnAttr(Attribute::Convergent);  // no path may get a copy of a message
                function.addFnAttr(Attribute::NoUnwind);
                continue;
            }
            function.addFnAttr(Attribute::NoMerge);  // accesses of two objects must not be merged into one
            function.addFnAttr(Attribute::ArgMemOnly);
            function.addFnAttr(Attribute::NoUnwind);
            function.addFnAttr(Attribute::WillReturn);
            function.addParamAttr(0, Attribute::NoCapture);
            if (name != "region_write") function.addFnAttr(Attribute::ReadOnly);
        }
        for (GlobalVariable& global : module_.globals()) {
            global.setThreadLocal(false);
            if (!global.isDeclaration() && !global.getName().startswith("llvm."))
                global.setLinkage(GlobalValue::InternalLinkage);
        }
    }

    // A derived class's destructor is called as the base's, through a pointer of another type.
    static void call_directly(CallBase& call) {
        auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
        if (!callee || callee == call.getCalledOperand() || callee->arg_size() != call.arg_size() ||
            callee->getReturnType() != call.getType())
            return;
        IRBuilder<> at(&call);
        for (unsigned i = 0; i < call.arg_size(); i++)
            if (!CastInst::isBitCastable(call.getArgOperand(i)->getType(), callee->getArg(i)->getType()))
                return;
        for (unsigned i = 0; i < call.arg_size(); i++)
            call.setArgOperand(i, at.CreateBitCast(call.getArgOperand(i), callee->getArg(i)->getType()));
        call.setCalledFunction(callee);
    }

    // Each function is copied to its callers, together with the functions it calls. That makes thousands of
    // copies, so each is made small, callees first, before it is copied.
    void inline_all() {
        optimise("globaldce,cgscc(inline<only-mandatory>,function(sroa,early-cse)),globaldce");
    }

    // Intel's compiler keeps them apart; Gen code here has no calls.
    void inline_kept() {
        if (kept_.empty()) return;
        for (Function& function : module_) {
            if (!kept_.count(&function)) continue;
            function.removeFnAttr(Attribute::NoInline);
            function.addFnAttr(Attribute::AlwaysInline);
        }
        inline_all();
    }

    Status no_calls_left() {
        for (Function* entry : entries_)
            for (Instruction& instruction : instructions(*entry))
                if (auto* call = dyn_cast<CallBase>(&instruction)) {
                    const Function* callee = call->getCalledFunction();
                    if (callee && callee->isDeclaration()) continue;
                    return refused(
                        instruction,
                        std::string(callee ? "a function that calls itself" : "a call through a pointer") +
                            " cannot be compiled for Gen; expected functions that can be inlined");
                }
        return {};
    }

    // Variables outside functions belong to a thread, so each kernel gets its own copies.
    void own_globals(Function& entry) {
        for (GlobalVariable& global : module_.globals()) {
            if (global.isConstant() || !global.hasInitializer() || global.getName().startswith("llvm."))
                continue;
            std::vector<Use*> uses;
            for (Use& use : global.uses()) {
                if (auto* expression = dyn_cast<ConstantExpr>(use.getUser())) {
                    for (User* user : std::vector<User*>(expression->user_begin(), expression->user_end()))
                        if (auto* instruction = dyn_cast<Instruction>(user)) {
                            Instruction* same = expression->getAsInstruction();
                            Instruction* before = instruction;
                            if (auto* phi = dyn_cast<PHINode>(instruction))
                                before = phi->getIncomingBlock(0)->getTerminator();
                            same->insertBefore(before);
                            instruction->replaceUsesOfWith(expression, same);
                        }
                }
            }
            for (Use& use : global.uses())
                if (auto* instruction = dyn_cast<Instruction>(use.getUser());
                    instruction && instruction->getFunction() == &entry)
                    uses.push_back(&use);
            if (uses.empty()) continue;
            IRBuilder<> at(&*entry.getEntryBlock().getFirstInsertionPt());
            Constant* initializer = own_elements(global.getInitializer());
            AllocaInst* own = at.CreateAlloca(initializer->getType(), nullptr, global.getName());
            own->setAlignment(global.getAlign().valueOrOne());
            at.CreateStore(initializer, own);
            Value* same = at.CreateBitCast(own, global.getType());
            for (Use* use : uses) use->set(same);
            keep_name(global, *own);
        }
    }

    static void keep_name(const GlobalVariable& global, AllocaInst& own) {
        SmallVector<DIGlobalVariableExpression*, 1> known;
        global.getDebugInfo(known);
        if (known.empty()) return;
        const DIGlobalVariable* variable = known[0]->getVariable();
        DISubprogram* scope = own.getFunction()->getSubprogram();
        DIBuilder names(*own.getModule());
        names.insertDeclare(&own,
                            names.createAutoVariable(scope, variable->getName(), variable->getFile(),
                                                     variable->getLine(), variable->getType()),
                            names.createExpression(),
                            DILocation::get(own.getContext(), variable->getLine(), 0, scope),
                            own.getNextNode());
    }

    void optimise(const char* passes) {
        optimise([&](PassBuilder& builder) {
            ModulePassManager manager;
            if (Error wrong = builder.parsePassPipeline(manager, passes))
                status_ = {StatusCode::unsupported, toString(std::move(wrong))};
            return manager;
        });
    }

    // No vectorisers: the kernel has its own vectors. ("default<O2>" would turn both vectorisers on again.)
    template <class MakePasses>
    void optimise(const MakePasses& make_passes) {
        PipelineTuningOptions options;
        options.LoopVectorization = false;
        options.SLPVectorization = false;
        options.LoopInterleaving = false;
        LoopAnalysisManager loops;
        FunctionAnalysisManager functions;
        CGSCCAnalysisManager components;
        ModuleAnalysisManager modules;
        PassBuilder builder(nullptr, options);
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(components);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, components, modules);
        ModulePassManager manager = make_passes(builder);
        if (status_.ok()) manager.run(module_, modules);
    }

    // Notes the messages that write, block by block. Drops those that a trial leaves out.
    void find_writes(Function& entry) {
        for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&entry))
            for (Instruction& instruction : make_early_inc_range(*block)) {
                auto* call = dyn_cast<CallInst>(&instruction);
                if (!call || !call->getType()->isVoidTy() || isa<DbgInfoIntrinsic>(call) ||
                    !call->mayHaveSideEffects())
                    continue;
                notes_.write_lines.push_back(line_of(*call));
                if (trial_.writes >= 0 && notes_.write_lines.size() > static_cast<size_t>(trial_.writes))
                    call->eraseFromParent();
            }
    }

    static const GlobalVariable* undefined_variable(const Instruction& instruction) {
        for (const Use& use : instruction.operands())
            if (const auto* global = dyn_cast<GlobalVariable>(use->stripPointerCasts());
                global && global->isDeclaration())
                return global;
        return nullptr;
    }

    Status what_is_left() {
        for (Function& function : module_) {
            if (function.isDeclaration()) {
                if (!function.use_empty() && !function.getName().startswith("llvm.genx.") &&
                    !function.isIntrinsic())
                    return {StatusCode::unsupported, "a call of " + function.getName().str() + " is left"};
                continue;
            }
            for (Instruction& instruction : instructions(function)) {
                if (const GlobalVariable* nowhere = undefined_variable(instruction))
                    return refused(instruction, demangle(nowhere->getName().str()) +
                                                    " is defined nowhere; expected it in the same file");
                if (isa<AllocaInst>(instruction) || isa<LoadInst>(instruction) || isa<StoreInst>(instruction))
                    return refused(instruction,
                                   std::string("an object is left in memory (") +
                                       instruction.getOpcodeName() +
                                       "); expected that all its uses are known at compile time");
            }
        }
        std::string text;
        raw_string_ostream stream(text);
        if (verifyModule(module_, &stream)) return {StatusCode::unsupported, "wrong code: " + stream.str()};
        return {};
    }

    Module& module_;
    const std::vector<KernelName>& kernels_;
    const Trial& trial_;
    Notes& notes_;
    std::vector<Function*> entries_;
    std::set<const Function*>
        kept_;  // functions that the author does not want inlined, or that call themselves
    Status status_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) Status genmedia_gen_lower(
    const std::string& text, const std::vector<KernelName>& kernels, std::string& lowered, Notes* notes,
    const Trial& trial) {
    Notes ignored;
    return changed_module(text, lowered, [&](Module& module) {
        return Lowering(module, kernels, trial, notes ? *notes : ignored).run();
    });
}

}  // namespace genmedia::gen
