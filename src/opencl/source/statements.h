// SPDX-License-Identifier: MIT
// A function's body as a tree of statements.
#pragma once

#include "opencl/source/functions.h"

namespace genmedia::opencl {

struct Statement {
    enum class Kind : uint8_t { simple, jump, block, branch, loop, choice };

    Kind kind = Kind::simple;
    Range tokens;
    Range condition;  // of if, switch, while; all three parts of for
    std::vector<Statement> children;
};

// The statements of a body. A statement that nests too deeply to be read counts as a jump: nothing is assumed
// about a jump.
std::vector<Statement> parse_body(const Program& program, Range body);

}  // namespace genmedia::opencl
