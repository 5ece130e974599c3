// SPDX-License-Identifier: MIT
#include "called_kernels.h"

#include "offloaded_loops.h"

#include "cm/compiler/cpu_text.h"

namespace genmedia::gfxcc {
namespace {

constexpr char kTarget[] = "skl";  // whose macros kernels see

}  // namespace

std::vector<std::string> called_kernel_words() { return cmc::cpu_preprocessing(kTarget); }

Status loops_not_called(const Options& options, const std::string& file,
                        std::set<std::pair<std::string, int>>& places, std::vector<std::string>& why) {
    OffloadedLoops loops;
    const Status status = offloaded_loops(options, file, kTarget, cmc::Rounds::threads, loops);
    places = loops.for_lanes;
    why = loops.why;
    why.insert(why.end(), loops.without.begin(), loops.without.end());
    return status;
}

Status write_called_kernels(const std::string& text, const std::string& file) {
    return cmc::cpu_kernel_file(kTarget, text, file);
}

}  // namespace genmedia::gfxcc
