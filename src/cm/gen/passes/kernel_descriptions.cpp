// SPDX-License-Identifier: MIT
#include "cm/gen/passes/kernel_descriptions.h"

#include "cm/gen/passes/genx_intrinsics.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>

namespace genmedia::gen {
namespace {

using namespace llvm;

enum Kind { general = 0, sampler = 1, surface = 2 };  // the back end's numbers

// Which operand of a message is the surface, and what kind of surface the message needs.
struct SurfaceUse {
    const char* message;
    unsigned operand;
    bool image, reads, writes;
};
constexpr SurfaceUse kUses[] = {
    {"llvm.genx.media.ld.", 1, true, true, false},
    {"llvm.genx.media.st.", 1, true, false, true},
    {"llvm.genx.oword.ld.", 1, false, true, false},
    {"llvm.genx.oword.st.", 0, false, false, true},
    {"llvm.genx.gather.scaled.", 3, false, true, false},
    {"llvm.genx.scatter.scaled.", 3, false, false, true},
    {"llvm.genx.gather4.scaled.", 3, false, true, false},
    {"llvm.genx.scatter4.scaled.", 3, false, false, true},
    {"llvm.genx.gather4.typed.", 2, true, true, false},
    {"llvm.genx.scatter4.typed.", 2, true, false, true},
    {"llvm.genx.sample.", 2, true, true, false},
    {"llvm.genx.load.", 1, true, true, false},
    {"llvm.genx.3d.sample.", 5, true, true, false},
    {"llvm.genx.3d.load.", 4, true, true, false},
    {"llvm.genx.dword.atomic.", 1, false, true, true},
    {"llvm.genx.typed.atomic.", 1, true, true, true},
};

// The kinds from calls of cm::gen::argument(number, kind). Removes the calls.
std::map<unsigned, Kind> take_kinds(Function& entry) {
    std::map<unsigned, Kind> kinds;
    for (Instruction& instruction : make_early_inc_range(instructions(entry))) {
        auto* call = dyn_cast<CallInst>(&instruction);
        if (!call || !call->getCalledFunction() || cm_gen_name(*call->getCalledFunction()) != "argument")
            continue;
        const auto number = cast<ConstantInt>(call->getArgOperand(0))->getZExtValue();
        kinds[static_cast<unsigned>(number)] =
            static_cast<Kind>(cast<ConstantInt>(call->getArgOperand(1))->getZExtValue());
        call->eraseFromParent();
    }
    return kinds;
}

struct Description {
    bool image = false, buffer = false, read = false, written = false;
    std::string text() const {
        if (!image) return "buffer_t";
        // Guess: also where a kernel gives a third coordinate.
        return std::string("image2d_t ") + (read && written ? "read_write"
                                            : written       ? "write_only"
                                                            : "read_only");
    }
};

// The bytes of cm_slm_init. Removes the call.
Status take_slm_bytes(Function& entry, uint64_t& bytes) {
    bytes = 0;
    for (Instruction& instruction : make_early_inc_range(instructions(entry))) {
        auto* call = dyn_cast<CallInst>(&instruction);
        if (!call || !call->getCalledFunction() || cm_gen_name(*call->getCalledFunction()) != "slm_init")
            continue;
        auto* size = dyn_cast<ConstantInt>(call->getArgOperand(0));
        if (!size || size->getZExtValue() > 65536)
            return refused(*call, "cm_slm_init takes a constant of at most 65536 bytes");
        bytes = size->getZExtValue();
        call->eraseFromParent();
    }
    return {};
}

class KernelMaker {
public:
    KernelMaker(Function& entry, const std::string& name) : entry_(entry), name_(name) {}

    Status make(const std::string& float_control) {
        kinds_ = take_kinds(entry_);
        uint64_t slm_bytes = 0;
        Status done = take_slm_bytes(entry_, slm_bytes);
        if (done.ok()) done = replace_intrinsics(entry_);
        if (done.ok()) done = describe_surfaces();
        if (!done.ok()) return done;
        entry_.setAttributes({});
        for (Argument& argument : entry_.args()) argument.setName("a" + Twine(argument.getArgNo()));
        entry_.setComdat(nullptr);
        entry_.setName(name_);
        if (entry_.getName() != name_) return {StatusCode::unsupported, "two functions are called " + name_};
        entry_.setLinkage(GlobalValue::ExternalLinkage);
        entry_.setDLLStorageClass(GlobalValue::DLLExportStorageClass);
        entry_.setCallingConv(CallingConv::SPIR_KERNEL);
        entry_.addFnAttr(Attribute::NoInline);
        entry_.addFnAttr(Attribute::NoUnwind);
        entry_.addFnAttr("CMGenxMain");
        entry_.addFnAttr("oclrt", "1");
        // Guess: the value is the one that the language has for the control register.
        if (float_control != "0") entry_.addFnAttr("CMFloatControl", float_control);
        add_metadata(slm_bytes);
        return {};
    }

private:
    Status describe_surfaces() {
        for (Instruction& instruction : instructions(entry_)) {
            auto* call = dyn_cast<CallInst>(&instruction);
            if (!call || !call->getCalledFunction()) continue;
            const StringRef called = call->getCalledFunction()->getName();
            if (called == "llvm.genx.barrier" || called == "llvm.genx.sbarrier") barrier_ = true;
            for (const SurfaceUse& use : kUses) {
                if (!called.startswith(use.message)) continue;
                Value* operand = call->getArgOperand(use.operand);
                if (isa<ConstantInt>(operand)) break;  // shared memory, or a binding table slot
                auto* argument = dyn_cast<Argument>(operand);
                if (!argument || kinds_[argument->getArgNo()] != surface)
                    return refused(*call,
                                   "which surface this message is for is not known at compile time; "
                                   "expected a parameter of the kernel");
                Description& description = descriptions_[argument->getArgNo()];
                (use.image ? description.image : description.buffer) = true;
                description.read |= use.reads;
                description.written |= use.writes;
                if (description.image && description.buffer)
                    return refused(*call, "parameter " + std::to_string(argument->getArgNo()) +
                                              " is used as a picture and as a buffer");
            }
        }
        return {};
    }

    // Adds one entry to genx.kernels.
    void add_metadata(uint64_t slm_bytes) {
        LLVMContext& context = entry_.getContext();
        const auto number = [&](uint64_t n) -> Metadata* {
            return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), n));
        };
        SmallVector<Metadata*, 8> kinds, offsets, directions, descriptions;
        uint64_t offset = 32;  // guess: behind the thread's header
        const DataLayout& layout = entry_.getParent()->getDataLayout();
        for (Argument& argument : entry_.args()) {
            const Kind kind = kinds_[argument.getArgNo()];
            const uint64_t size = layout.getTypeStoreSize(argument.getType());
            const uint64_t alignment = size >= 32 ? 32 : PowerOf2Ceil(size < 4 ? 4 : size);
            offset = (offset + alignment - 1) / alignment * alignment;
            kinds.push_back(number(kind));
            offsets.push_back(number(offset));
            directions.push_back(number(0));
            const std::string text = kind == surface   ? descriptions_[argument.getArgNo()].text()
                                     : kind == sampler ? "sampler_t"
                                                       : "";
            descriptions.push_back(MDString::get(context, text));
            offset += size;
        }
        const auto list = [&](const auto& items) -> Metadata* { return MDNode::get(context, items); };
        Metadata* fields[] = {ConstantAsMetadata::get(&entry_),
                              MDString::get(context, name_),
                              list(kinds),
                              number(slm_bytes),
                              list(offsets),
                              list(directions),
                              list(descriptions),
                              number(0),
                              number(barrier_ ? 1 : 0)};
        entry_.getParent()
            ->getOrInsertNamedMetadata("genx.kernels")
            ->addOperand(MDNode::get(context, fields));
    }

    Function& entry_;
    const std::string& name_;
    std::map<unsigned, Kind> kinds_;
    std::map<unsigned, Description> descriptions_;
    bool barrier_ = false;
};

}  // namespace

Status make_kernel(Function& entry, const std::string& name, const std::string& float_control) {
    return KernelMaker(entry, name).make(float_control);
}

// 0: unknown. Code moved out of a loop has lost its place; then the place of its use counts.
static unsigned line_in_file(const Instruction& instruction, StringRef file, int depth = 0) {
    for (const DILocation* at = instruction.getDebugLoc().get(); at; at = at->getInlinedAt())
        if (at->getFilename() == file && at->getLine() > 0) return at->getLine();
    constexpr int most = 4;  // steps from an instruction to a use
    if (depth == most) return 0;
    for (const User* user : instruction.users())
        if (auto* use = dyn_cast<Instruction>(user))
            if (const unsigned line = line_in_file(*use, file, depth + 1)) return line;
    return 0;
}

void keep_places_of_author(Function& kernel) {
    DISubprogram* author = nullptr;  // the outermost function that is in the source
    for (Instruction& instruction : instructions(kernel)) {
        for (const DILocation* at = instruction.getDebugLoc().get(); at; at = at->getInlinedAt())
            if (!is_language_header(at->getFilename())) author = at->getScope()->getSubprogram();
        if (author) break;
    }
    if (!author) return;
    std::vector<unsigned> lines;
    for (Instruction& instruction : instructions(kernel))
        lines.push_back(line_in_file(instruction, author->getFilename()));
    size_t next = 0;
    for (Instruction& instruction : instructions(kernel)) {
        const unsigned line = lines[next++];
        instruction.setMetadata(LLVMContext::MD_loop, nullptr);  // names places too
        instruction.setDebugLoc(
            DILocation::get(kernel.getContext(), line ? line : author->getLine(), 0, author));
    }
    kernel.setSubprogram(author);
}

}  // namespace genmedia::gen
