// SPDX-License-Identifier: MIT
#include "cm/gen/passes/memory/block_messages.h"

#include "cm/gen/passes/genx_intrinsics.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <numeric>

namespace genmedia::gen {
namespace {

using namespace llvm;

// One read or write in the source.
struct Block {
    const char* way = "";  // "read" or "write"
    bool media = false;
    std::vector<uint64_t> bytes;     // of each of its messages
    uint64_t width = 0, padded = 0;  // of a padded row; 0: no row is padded
};

// Whether it has more messages than a media block (one) or its bytes (128 for each) need.
bool is_cut(const Block& block) {
    const uint64_t total = std::accumulate(block.bytes.begin(), block.bytes.end(), uint64_t{0});
    return block.bytes.size() > (block.media ? 1 : (total + 127) / 128);
}

std::string text_of(const Block& block) {
    std::string text =
        std::string(block.way) + " in " + std::to_string(block.bytes.size()) + " messages, of ";
    for (size_t k = 0; k < block.bytes.size() && k < 4; k++)
        text += (k ? ", " : "") + std::to_string(block.bytes[k]);
    return text + (block.bytes.size() > 4 ? ", ..." : "") + " bytes: one carries " +
           (block.media ? "rows of up to 64 bytes, and 256 bytes" : "16, 32, 64 or 128 bytes");
}

}  // namespace

void add_block_message_hints(const Function& entry, std::vector<Hint>& hints) {
    constexpr unsigned width_operand = 3;  // of media_ld and media_st
    std::map<const DILocation*, Block> blocks;
    const DataLayout& layout = entry.getParent()->getDataLayout();
    for (const Instruction& instruction : instructions(entry)) {
        auto* call = dyn_cast<CallInst>(&instruction);
        if (!call || !call->getCalledFunction()) continue;
        const std::string name = cm_gen_name(*call->getCalledFunction());
        const bool media = name == "media_ld" || name == "media_st";
        if (!media && name.rfind("oword_", 0) != 0 && name.rfind("svm_block_", 0) != 0) continue;
        // The source's call that the message comes from. Each inlined copy of a call has its own place.
        const DILocation* at = in_source(call->getDebugLoc().get());
        if (!at) continue;
        Block& block = blocks[at];
        block.media = media;
        Type* type = call->getType();
        block.way = type->isVoidTy() ? "write" : "read";
        if (type->isVoidTy()) type = call->getArgOperand(call->arg_size() - 1)->getType();
        block.bytes.push_back(layout.getTypeStoreSize(type));
        auto* width = media ? dyn_cast<ConstantInt>(call->getArgOperand(width_operand)) : nullptr;
        if (!width) continue;
        const uint64_t padded = std::max<uint64_t>(4, PowerOf2Ceil(width->getZExtValue()));
        if (padded == width->getZExtValue()) continue;
        block.width = width->getZExtValue();
        block.padded = padded;
    }
    for (const auto& [at, block] : blocks) {
        const int line = line_of(at);
        if (is_cut(block)) add_hint(hints, line, text_of(block));
        if (block.width)
            add_hint(hints, line,
                     std::string(block.way) + " of rows of " + std::to_string(block.width) +
                         " bytes, which take " + std::to_string(block.padded) +
                         " each in the message and its registers");
    }
}

}  // namespace genmedia::gen
