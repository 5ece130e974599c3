// SPDX-License-Identifier: MIT
// In place of gen_compiler.cpp, in a build without Gen code.
#include "gen_compiler.h"

namespace genmedia::cmc {

int compile_for_gen(const Options&, const std::string&, const std::string&, std::string& error) {
    error = "this build has no Gen code (GENMEDIA_GEN=OFF), which --gen wants";
    return 1;
}

}  // namespace genmedia::cmc
