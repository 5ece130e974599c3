// SPDX-License-Identifier: MIT
// What all of the rewriting shares: the language, names that are given once, and what could not be rewritten.
#pragma once

#include "gfx/rewriting/tokens/gfx_token.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace genmedia::gfx {

// What becomes of regions: loops of this processor, or kernels of a GPU. Of kernels there are those with a
// round of the loop a thread, in C for Metal, and those with a round a lane.
// Called: the host's text, which runs those of threads.
enum class Kernels { none, threads, lanes, called };

// A pragma: rounds are independent, so that vectors can be made without a look.
inline constexpr const char* kIndependent = "clang loop vectorize(assume_safety)";

struct Language {
    bool cpp = true;
    bool openmp = false;     // the user's own pragmas of OpenMP are kept
    bool offload = true;     // false: -qno-offload
    bool svm = false;        // -qoffload-svm: regions may use all memory
    bool exceptions = true;  // false: -fno-exceptions
    bool check_barriers = false;
    Kernels kernels = Kernels::none;
    std::string kernel_file;  // of the kernels that are called

    // Whether the text is a program, not kernels beside which the rest is left away.
    bool is_program() const { return kernels == Kernels::none || kernels == Kernels::called; }
    std::set<std::pair<std::string, int>>
        for_lanes;                                   // regions for lanes whatever they have, by file and line
    std::set<std::pair<std::string, int>> left_out;  // that have no kernel
};

// A region that became a kernel.
struct KernelRegion {
    int number = 0;  // in the text
    std::string name;
    std::string file;
    int line = 0, last_line = 0;
};

// A region that became none, by the place of its pragma. A kernel function that has none at all has no line.
struct NoKernel {
    Place region;
    Mistake why;
};

struct Shared {
    Language language;
    std::vector<std::string> files;
    std::vector<Mistake> mistakes{}, warnings{};
    int given = 0;
    bool operators = false;  // the program defines operators: an expression may call a function unseen
    std::vector<KernelRegion> kernels{};
    std::vector<NoKernel> without_kernel{};
    std::map<std::string, std::string>
        kernel_templates{};  // the templates that have a kernel function's kernels, by its name

    // Whether products that go to bytes are computed on 16 bits.
    bool narrows() const { return language.cpp && language.is_program(); }
    std::string fresh(const char* what) { return "__gfx_" + std::string(what) + std::to_string(++given); }
    // Declares a value: its type is the compiler's to find.
    std::string value() const { return language.cpp ? "auto" : "__auto_type"; }
    std::string place(const Place& place) const {
        return "\"" + files.at(static_cast<size_t>(place.file)) + "\"," + std::to_string(place.line);
    }
};

}  // namespace genmedia::gfx
