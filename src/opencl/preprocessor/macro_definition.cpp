// SPDX-License-Identifier: MIT
#include "opencl/preprocessor/lexer.h"
#include "opencl/preprocessor/macro.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

// Reads the parameters behind "(" and returns how many tokens they took.
size_t parse_parameters(const Token& at, std::span<const Token> line, Macro& macro) {
    size_t i = 0;
    while (true) {
        if (i == line.size()) fail(at, "the parameter list of macro '" + macro.name + "' does not end");
        if (line[i].is(")") && macro.parameters.empty()) return i + 1;
        if (line[i].is("...")) {
            macro.is_variadic = true;
            macro.parameters.push_back("__VA_ARGS__");
        } else if (line[i].is_identifier()) {
            macro.parameters.push_back(line[i].text);
            if (i + 1 < line.size() && line[i + 1].is("...")) {
                macro.is_variadic = true;
                i++;
            }
        } else {
            fail(line[i], "expected a parameter of macro '" + macro.name + "', found '" + line[i].text + "'");
        }
        if (++i < line.size() && line[i].is(")")) return i + 1;
        if (i < line.size() && (!line[i].is(",") || macro.is_variadic)) {
            fail(line[i], "expected ')' behind the parameters of macro '" + macro.name + "'");
        }
        if (i < line.size()) i++;
    }
}

}  // namespace

Macro parse_definition(const Token& at, std::span<const Token> line) {
    if (line.empty() || !line[0].is_identifier())
        fail(at, "expected a macro's name behind '" + at.text + "'");
    Macro macro;
    macro.name = line[0].text;
    if (macro.name == "defined") fail(line[0], "'defined' cannot be a macro");
    line = line.subspan(1);
    if (!line.empty() && line[0].is("(") && !line[0].space_before) {
        macro.takes_arguments = true;
        line = line.subspan(1);
        line = line.subspan(parse_parameters(at, line, macro));
    }
    macro.body.assign(line.begin(), line.end());
    if (!macro.body.empty() && (macro.body.front().is("##") || macro.body.back().is("##"))) {
        fail(at, "'##' at an end of macro '" + macro.name + "'; expected it between two tokens");
    }
    return macro;
}

Macro parse_command_line_definition(const std::string& text) {
    const size_t equals = text.find('=');
    std::string line = text.substr(0, equals) + ' ';
    line += equals == text.npos ? "1" : text.substr(equals + 1);
    std::replace(line.begin(), line.end(), '\n', ' ');
    TokenList tokens = tokenize(line, 0);
    Token at;
    at.text = "-D";
    for (Token& token : tokens) token.take_place_of(at);
    return parse_definition(at, tokens);
}

}  // namespace genmedia::opencl
