// SPDX-License-Identifier: MIT
// Macros: their definitions and their expansion.
#pragma once

#include "opencl/preprocessor/token.h"

#include <functional>
#include <memory>
#include <span>
#include <unordered_map>

namespace genmedia::opencl {

// Bounds memory and time, which macros and includes can make grow exponentially.
class Budget {
public:
    void spend(const Token& at, size_t tokens, size_t characters);

private:
    size_t left_ = size_t{1} << 27;
};

struct Macro {
    enum class Builtin : uint8_t { none, line, file, counter };

    std::string name;
    bool takes_arguments = false;
    bool is_variadic = false;  // the last parameter takes the rest
    Builtin builtin = Builtin::none;
    std::vector<std::string> parameters;
    std::vector<Token> body;
    bool busy = false;  // being expanded now, so not expanded again inside
};

using MacroTable = std::unordered_map<std::string, std::shared_ptr<Macro>>;
using TokenList = std::vector<Token>;

[[noreturn]] void fail(const Token& at, const std::string& message);

// Parses the tokens behind `define` in a #define line. `at` is the place for error messages.
Macro parse_definition(const Token& at, std::span<const Token> line);

// "NAME", "NAME=VALUE" or "NAME(PARAMETERS)=VALUE".
Macro parse_command_line_definition(const std::string& text);

// The body with arguments in place of parameters, at the place of `call`. `expand` expands an argument.
TokenList substitute(const Macro& macro, const Token& call, std::span<const TokenList> arguments,
                     const std::function<TokenList(TokenList)>& expand, Budget& budget);

// A string literal of the tokens as they were written.
std::string stringize(std::span<const Token> tokens);

}  // namespace genmedia::opencl
