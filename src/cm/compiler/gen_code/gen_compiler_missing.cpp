// SPDX-License-Identifier: MIT
// In place of gen_compiler.cpp, in a build without Gen code.
#include "cm/compiler/gen_code/gen_compiler.h"

#include "cm/compiler/paths.h"

namespace genmedia::cmc {

Status compile_for_gen(const Options&, const std::string& input, const std::string& output, int&) {
    const Status status = can_write(input, output);
    return status.ok() ? Status(StatusCode::unsupported,
                                "this build has no Gen code (GENMEDIA_GEN=OFF), which --gen wants")
                       : status;
}

}  // namespace genmedia::cmc
