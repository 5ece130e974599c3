// SPDX-License-Identifier: MIT
// The functions of a program: where they are declared, what they take, whom they call.
#pragma once

#include "opencl/preprocessor/token.h"
#include "opencl/source/rewrite.h"

#include <unordered_map>

namespace genmedia::opencl {

// Indices of tokens, excluding the end.
struct Range {
    size_t begin = 0, end = 0;
};

struct Call {
    size_t name = 0;
    std::vector<Range> arguments;
};

struct Function {
    size_t begin = 0;       // of the declaration
    size_t name = 0;        // its name, "(" comes next
    size_t header_end = 0;  // the body's "{" or the prototype's ";"
    Range body;             // between the braces
    bool is_defined = false;
    bool is_kernel = false;
    std::vector<Parameter> parameters;
    std::vector<Call> calls;
};

struct Program {
    explicit Program(const Tokens& all) : tokens(all), list(all.list) {}

    const Tokens& tokens;
    const std::vector<Token>& list;
    std::vector<size_t> partner;      // for each bracket, the index of its partner
    std::vector<Function> functions;  // in order, prototypes too
    std::unordered_map<std::string, std::vector<size_t>> definitions;

    const std::string& name(const Function& function) const { return list[function.name].text; }
    const std::string& name(const Call& call) const { return list[call.name].text; }
    // The functions of this source that a call may reach: several if a name is overloaded.
    const std::vector<size_t>& callees(const Call& call) const;
    // The arguments or elements between two brackets. `open` is the opening one.
    std::vector<Range> split(size_t open) const;
    bool is_attribute(size_t index) const;  // __attribute__, with its parentheses behind it
};

// Throws ReadFailure where brackets do not match.
Program find_functions(const Tokens& tokens);

}  // namespace genmedia::opencl
