// SPDX-License-Identifier: MIT
// Turns a kernel file's LLVM module into what Intel's back end takes. clang compiles the kernel file with
// CM_GEN, which selects Gen's half of the language's headers.
#pragma once

#include "cm/gen/report/hint.h"
#include "genmedia/status.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace genmedia::gen {

struct KernelName {
    std::string name;
    std::string float_control = "0";  // the argument of _GENX_FLOAT_CONTROL_
    size_t number = 0;                // its entry is cm::gen::entry<number, ...>
    std::string entry;                // or the function of this name
};

// A vector or matrix of the source.
struct Variable {
    std::string name;
    int bytes = 0;
};

// An array that the kernel declares.
struct LocalVariable {
    std::string name;
    int line = 0;
    int bytes = 0;              // 0: not known
    std::string because;        // why Intel's compiler would have it in memory; empty: it is in registers
    bool shared = false;        // by the threads of a group
    bool only_by_size = false;  // registers could hold it
};

// Bytes of a buffer that one place of the source reads or writes.
struct MemoryAccess {
    int line = 0;
    int bytes = 0, messages = 0;
    int alignment = 0;  // what is known of the first byte
    bool writes = false, scattered = false;
};

// What lowering finds out, for all named kernels together.
struct Notes {
    std::vector<Hint> hints;  // what could be better
    std::vector<Indirection> indirections;
    std::vector<LocalVariable> variables;
    std::vector<MemoryAccess> accesses;
    std::vector<int> write_lines;               // lines of messages that write, in order
    std::map<int, std::vector<Variable>> live;  // by source line, where most bytes are live; largest first
};

// Changes to try out.
struct Trial {
    std::set<int> unrolled;  // lines of loops to unroll
    int writes = -1;         // number of messages that write to keep; -1: all
};

// Lowers the named kernels of a module, which is LLVM's text, and omits its others. A message begins with
// FILE:LINE if a place is known.
Status lower(const std::string& module, const std::vector<KernelName>& kernels, std::string& lowered,
             Notes* notes = nullptr, const Trial& trial = {});

}  // namespace genmedia::gen
