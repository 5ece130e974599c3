// SPDX-License-Identifier: MIT
#include "opencl/preprocessor/expression.h"
#include "opencl/preprocessor/lexer.h"
#include "opencl/preprocessor/preprocessor.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

constexpr size_t kDeepestInclude = 64;
constexpr size_t kMostFiles = 100'000;

std::string as_written(std::span<const Token> tokens) {
    std::string text;
    for (const Token& token : tokens) {
        if (token.space_before && !text.empty()) text += ' ';
        text += token.text;
    }
    return text;
}

bool is_conditional(std::string_view directive) {
    return directive.starts_with("if") || directive.starts_with("el") || directive == "endif";
}

}  // namespace

uint32_t Preprocessor::new_file_index(const std::string& name) {
    if (result_.files.size() == kMostFiles) fail(Token{}, "the program includes too many files");
    result_.files.push_back(name);
    return static_cast<uint32_t>(result_.files.size() - 1);
}

void Preprocessor::enter(std::string text, const std::string& path, const Token& at) {
    if (source_.files.size() == kDeepestInclude) fail(at, "'" + path + "' is included too deeply");
    File file;
    file.path = file.name = path;
    file.index = new_file_index(path);
    file.tokens = tokenize(text, file.index);
    budget_.spend(at, file.tokens.size(), text.size());
    source_.files.push_back(std::move(file));
}

void Preprocessor::leave() {
    const File& file = source_.files.back();
    if (!file.conditionals.empty()) fail(file.conditionals.back().opened, "#if without #endif");
    source_.files.pop_back();
}

// The next token outside directives. It obeys the directives before that token.
Token Preprocessor::next_of_file() {
    while (!source_.files.empty()) {
        File& file = source_.files.back();
        if (file.next == file.tokens.size()) {
            leave();
            continue;
        }
        Token token = std::move(file.tokens[file.next++]);
        token.file = file.index;
        token.line = static_cast<uint32_t>(token.line + file.line_shift);
        if (!token.is("#") || !token.first_on_line) return token;
        Token produced;
        if (obey(token, rest_of_line(file), produced)) return produced;
        if (!source_.files.empty() && !active(source_.files.back())) skip_branch();
    }
    return {};
}

TokenList Preprocessor::rest_of_line(File& file) {
    TokenList line;
    while (file.next < file.tokens.size() && !file.tokens[file.next].first_on_line) {
        Token& token = line.emplace_back(std::move(file.tokens[file.next++]));
        token.file = file.index;
        token.line = static_cast<uint32_t>(token.line + file.line_shift);
    }
    return line;
}

// Skips to the directive that ends a branch that is not taken.
void Preprocessor::skip_branch() {
    File& file = source_.files.back();
    size_t open = 0;
    for (; file.next < file.tokens.size(); file.next++) {
        const Token& token = file.tokens[file.next];
        if (!token.first_on_line || !token.is("#") || file.next + 1 == file.tokens.size()) continue;
        const Token& directive = file.tokens[file.next + 1];
        if (directive.first_on_line || !is_conditional(directive.text)) continue;
        const bool opens = directive.is("if") || directive.is("ifdef") || directive.is("ifndef");
        const bool closes = directive.is("endif");
        const bool turns = directive.is("else") || directive.is("elif");
        if (open == 0 && (closes || turns)) return;
        if (opens) open++;
        if (closes) open--;
    }
}

// True if the directive leaves a token in the program.
bool Preprocessor::obey(const Token& hash, TokenList line, Token& produced) {
    if (line.empty()) return false;
    const Token at = line[0];
    if (at.kind == TokenKind::number) {  // # 1 "file": how preprocessors write #line
        set_line(at, std::move(line));
        return false;
    }
    const std::string& directive = at.text;
    line.erase(line.begin());
    if (obey_conditional(at, directive, line)) return false;
    if (directive == "define") {
        define(parse_definition(at, line));
    } else if (directive == "undef") {
        if (line.empty() || !line[0].is_identifier()) fail(at, "expected a macro's name behind 'undef'");
        undefine(line[0].text);
    } else if (directive == "include") {
        include(at, std::move(line));
    } else if (directive == "line") {
        set_line(at, std::move(line));
    } else if (directive == "pragma") {
        return pragma(hash, std::move(line), produced);
    } else if (directive == "error") {
        fail(at, as_written(line));
    } else if (directive != "warning" && directive != "ident") {
        fail(at, "unknown directive '#" + directive + "'");
    }
    return false;
}

bool Preprocessor::obey_conditional(const Token& at, const std::string& directive,
                                    std::span<const Token> line) {
    if (directive == "if") {
        open_conditional(at, condition(at, line));
    } else if (directive == "ifdef" || directive == "ifndef") {
        if (line.empty() || !line[0].is_identifier())
            fail(at, "expected a macro's name behind '" + directive + "'");
        open_conditional(at, macros_.contains(line[0].text) == (directive == "ifdef"));
    } else if (directive == "else" || directive == "elif") {
        else_branch(at, directive, line);
    } else if (directive == "endif") {
        auto& conditionals = source_.files.back().conditionals;
        if (conditionals.empty()) fail(at, "#endif without #if");
        conditionals.pop_back();
    } else {
        return false;
    }
    return true;
}

bool Preprocessor::condition(const Token& at, std::span<const Token> line) {
    const TokenList tokens = expand_alone({line.begin(), line.end()}, true);
    const auto value = evaluate_integer(tokens, true);
    if (!value) fail(at, "'" + as_written(line) + "' is no condition");
    return *value != 0;
}

void Preprocessor::open_conditional(const Token& at, bool truth) {
    source_.files.back().conditionals.push_back({.opened = at, .taken = truth, .active = truth});
}

void Preprocessor::else_branch(const Token& at, const std::string& directive, std::span<const Token> line) {
    auto& conditionals = source_.files.back().conditionals;
    if (conditionals.empty() || conditionals.back().in_else) fail(at, "#" + directive + " without #if");
    const bool wanted = !conditionals.back().taken && (directive == "else" || condition(at, line));
    Conditional& current = conditionals.back();
    current.in_else = directive == "else";
    current.active = wanted;
    current.taken |= wanted;
}

void Preprocessor::include(const Token& at, TokenList line) {
    const auto names_file = [](const TokenList& list) {
        return !list.empty() && (list[0].kind == TokenKind::string || list[0].is("<"));
    };
    if (!names_file(line)) line = expand_alone(std::move(line), false);
    if (!names_file(line)) fail(at, "expected \"FILE\" or <FILE> behind 'include'");
    const bool in_quotes = line[0].kind == TokenKind::string;
    std::string name = line[0].text.substr(1, line[0].text.size() - 2);
    if (!in_quotes) {
        const auto end =
            std::find_if(line.begin(), line.end(), [](const Token& token) { return token.is(">"); });
        if (end == line.end()) fail(at, "expected '>' behind the file to include");
        name = as_written({line.begin() + 1, end});
    }
    auto found = search_.find(name, source_.files.back().path, in_quotes);
    if (!found) throw ReadFailure{at, StatusCode::not_found, "'" + name + "' file not found"};
    if (!once_.contains(found->name)) enter(std::move(found->text), found->name, at);
}

void Preprocessor::set_line(const Token& at, TokenList line) {
    line = expand_alone(std::move(line), false);
    const auto number = line.empty() ? std::nullopt : evaluate_integer({line.data(), 1}, false);
    if (!number || *number < 0 || *number > INT32_MAX) fail(at, "expected a line number");
    File& file = source_.files.back();
    const bool names_file = line.size() > 1 && line[1].kind == TokenKind::string;
    if (names_file) file.name = line[1].text.substr(1, line[1].text.size() - 2);
    file.index = new_file_index(file.name);
    // `at` already includes the shift.
    file.line_shift += *number - (int64_t{at.line} + 1);
}

// PoCL's compiler knows no extension that the layer adds: it would warn, and refuse the program with -Werror.
// Each has a macro.
bool Preprocessor::enables_added_extension(const TokenList& line) const {
    if (line.size() < 3 || !line[0].is("OPENCL") || !line[1].is("EXTENSION")) return false;
    const std::string& name = line[2].text;
    return (name.starts_with("cl_intel_") || name.starts_with("cl_khr_subgroup")) && macros_.contains(name);
}

bool Preprocessor::pragma(const Token& at, TokenList line, Token& produced) {
    if (!line.empty() && line[0].is("once")) {
        once_.insert(source_.files.back().path);
        return false;
    }
    if (enables_added_extension(line)) {
        result_.left_out_pragmas = true;
        return false;
    }
    // Macros are not in the output, so macros in a pragma are expanded here if a compiler would expand them.
    const bool literal = !line.empty() && (line[0].is("OPENCL") || line[0].is("STDC"));
    if (!literal) line = expand_alone(std::move(line), false);
    produced = at;
    produced.kind = TokenKind::pragma;
    for (Token& token : line) token.space_before |= &token == &line[0];
    produced.text = "#pragma";
    for (const Token& token : line) produced.text += (token.space_before ? " " : "") + token.text;
    return true;
}

}  // namespace genmedia::opencl
