// SPDX-License-Identifier: MIT
// In place of gen_compiler.cpp, in a build without Gen code.
#include "gen_compiler.h"

#include "paths.h"

namespace genmedia::cmc {

int compile_for_gen(const Options&, const std::string& input, const std::string& output, std::string& error) {
    if (!can_write(input, output, error)) return 1;
    error = "this build has no Gen code (GENMEDIA_GEN=OFF), which --gen wants";
    return 1;
}

}  // namespace genmedia::cmc
