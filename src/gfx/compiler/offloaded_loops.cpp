// SPDX-License-Identifier: MIT
#include "offloaded_loops.h"

#include "kernel_source.h"

#include "cm/compiler/module/reachable_text.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace genmedia::gfxcc {
namespace {

// FILE:LINE of a compiler's message; 0: none.
int line_in(const std::string& message, const std::string& file) {
    const size_t at = message.find(file + ":");
    return at == std::string::npos ? 0 : std::atoi(message.c_str() + at + file.size() + 1);
}

// The first region that messages are about, and the first message about it. Those about other files name the
// place that they come from in a note.
const gfx::KernelRegion* blamed(const std::string& said, const std::vector<gfx::KernelRegion>& regions,
                                std::string& why) {
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) {
        if (line.find(": error: ") != std::string::npos) why = line;
        for (const gfx::KernelRegion& region : regions) {
            const int at = line_in(line, region.file);
            if (at >= region.line && at <= region.last_line && !why.empty()) return &region;
        }
    }
    return nullptr;
}

// Compiles until what is left are regions that the compiler takes.
Status compile_taken(const Preprocessed& texts, gfx::Language& language, const std::string& target,
                     cmc::Rounds rounds, OffloadedLoops& loops, gfx::Rewritten& source) {
    for (;;) {
        if (Status status = kernel_source(texts, language, source); !status.ok()) return status;
        loops.text = source.text;
        if (source.kernels.empty()) return Status();
        std::string said, why;
        Status status = cmc::gen_module(target, rounds, source.text, loops.module, said);
        if (status.ok() || !status.message().empty()) return status;
        const gfx::KernelRegion* region = blamed(said, source.kernels, why);
        if (region == nullptr) {
            std::fputs(source.text.c_str(), stderr);
            return status;
        }
        const std::pair<std::string, int> place(region->file, region->line);
        if (rounds == cmc::Rounds::threads) {
            language.for_lanes.insert(place);
            loops.why.push_back(why);
        } else {
            language.left_out.insert(place);
            loops.without.push_back(why);
        }
    }
}

// What could not be rewritten: the loops of threads go to lanes.
void note_without_kernel(const gfx::Rewritten& source, cmc::Rounds rounds, OffloadedLoops& loops) {
    for (const gfx::Rewritten::LeftOut& without : source.without_kernel) {
        const bool to_lanes = rounds == cmc::Rounds::threads;
        if (to_lanes && without.line == 0) continue;  // lanes say so
        std::vector<std::string>& said = to_lanes ? loops.why : loops.without;
        if (std::ranges::find(said, without.why) == said.end()) said.push_back(without.why);
        if (to_lanes) loops.for_lanes.insert({without.file, without.line});
    }
}

}  // namespace

Status offloaded_loops(const Options& options, const std::string& file, const std::string& target,
                       cmc::Rounds rounds, OffloadedLoops& loops) {
    Options for_kernels = options;
    for_kernels.kernel_words = cmc::gen_preprocessing(target, rounds);
    Preprocessed texts;
    if (Status status = preprocess(for_kernels, file, texts); !status.ok()) return status;
    gfx::Language language;
    language.svm = options.svm;
    language.kernels = rounds == cmc::Rounds::threads ? gfx::Kernels::threads : gfx::Kernels::lanes;
    language.for_lanes = loops.for_lanes;
    gfx::Rewritten source;
    if (Status status = compile_taken(texts, language, target, rounds, loops, source); !status.ok())
        return status;
    loops.for_lanes = language.for_lanes;
    note_without_kernel(source, rounds, loops);
    for (const gfx::KernelRegion& region : source.kernels)
        for (const gen::KernelName& kernel :
             cmc::entries_of(loops.module, rounds, region.number, region.name)) {
            loops.kernels.push_back(kernel);
            loops.files.push_back(region.file);
        }
    // The rest is the host's, which need not be code for a GPU.
    std::vector<std::string> entries;
    for (const gen::KernelName& kernel : loops.kernels) entries.push_back(kernel.entry);
    loops.module = cmc::reachable_text(loops.module, entries);
    return Status();
}

}  // namespace genmedia::gfxcc
