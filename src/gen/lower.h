// A kernel file's LLVM bitcode, as clang makes it of the language's headers with CM_GEN, made into what
// Intel's back end takes.
#pragma once

#include "gen/mend.h"

#include <cstddef>
#include <string>
#include <vector>

namespace genmedia::gen {

struct KernelName {
    std::string name;
    std::string float_control = "0";  // the argument of _GENX_FLOAT_CONTROL_
    std::size_t number = 0;           // its entry is cm::gen::entry<number, ...>
};

// The kernels named; others of the file are left out. mends: what could be better. False: error says what is
// wrong, beginning with FILE:LINE where a place is known.
bool lower(const std::string& bitcode, const std::vector<KernelName>& kernels, std::string& lowered,
           std::string& error, std::vector<Mend>* mends = nullptr);

}  // namespace genmedia::gen
