// SPDX-License-Identifier: MIT
// A function's body as a tree of statements.
#pragma once

#include "opencl/source/analysis/functions.h"
#include "opencl/source/edits.h"

namespace genmedia::opencl {

struct Statement {
    enum class Kind : uint8_t { simple, jump, block, branch, loop, choice };

    Kind kind = Kind::simple;
    Range tokens;
    size_t lead = 0;  // where the pragmas and attributes before it begin, which go with it
    Range condition;  // of if, switch, while; all three parts of for
    std::vector<Statement> children;
};

// The statements of a body. A statement that nests too deeply to be read counts as a jump: nothing is assumed
// about a jump.
std::vector<Statement> parse_body(const Program& program, Range body);

// Puts text before a statement. The pragmas and attributes of a loop stay with it, as no other place allows
// them.
void insert_before(const Program& program, const Statement& statement, const std::string& text, Edits& edits);

// What lies around a statement and catches a break or continue before it leaves.
struct Inside {
    bool loop = false, choice = false;

    Inside within(Statement::Kind kind) const {
        return {loop || kind == Statement::Kind::loop, choice || kind == Statement::Kind::choice};
    }
};

// Whether control may leave the statement before its end.
bool leaves(const Program& program, const Statement& statement, Inside inside);

}  // namespace genmedia::opencl
