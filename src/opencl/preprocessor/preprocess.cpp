// SPDX-License-Identifier: MIT
#include "opencl/preprocessor/preprocess.h"

#include "opencl/preprocessor/compiler_options.h"
#include "opencl/preprocessor/preprocessor.h"

namespace genmedia::opencl {
namespace {

constexpr int kDeepestArguments = 150;
constexpr size_t kDeepestExpansion = 10'000;

Macro builtin_macro(const std::string& name, Macro::Builtin builtin) {
    Macro macro;
    macro.name = name;
    macro.builtin = builtin;
    return macro;
}

// Makes one token of each _Pragma(...), so that it is not read as part of a statement.
void join_pragma_operators(TokenList& tokens) {
    size_t kept = 0;
    for (size_t i = 0; i < tokens.size(); i++, kept++) {
        if (kept != i) tokens[kept] = std::move(tokens[i]);
        const bool complete = tokens[kept].is("_Pragma") && i + 3 < tokens.size() && tokens[i + 1].is("(") &&
                              tokens[i + 2].kind == TokenKind::string && tokens[i + 3].is(")");
        if (!complete) continue;
        tokens[kept].kind = TokenKind::pragma;
        tokens[kept].text += "(" + tokens[i + 2].text + ")";
        i += 3;
    }
    tokens.resize(kept);
}

}  // namespace

void Preprocessor::define(Macro macro) {
    const std::string name = macro.name;
    macros_[name] = std::make_shared<Macro>(std::move(macro));
}

void Preprocessor::run(const std::string& text, const std::string& name) {
    define(builtin_macro("__LINE__", Macro::Builtin::line));
    define(builtin_macro("__FILE__", Macro::Builtin::file));
    define(builtin_macro("__COUNTER__", Macro::Builtin::counter));
    enter(text, name, Token{});
    for (Token token = next_expanded(); token.kind != TokenKind::end; token = next_expanded()) {
        result_.list.push_back(std::move(token));
    }
    join_pragma_operators(result_.list);
}

Token Preprocessor::next_raw() {
    while (!source_.pending.empty()) {
        Pending& top = source_.pending.back();
        if (top.next < top.tokens.size()) return std::move(top.tokens[top.next++]);
        if (top.macro) top.macro->busy = false;
        source_.pending.pop_back();
    }
    return source_.files.empty() ? Token{} : next_of_file();
}

void Preprocessor::put_back(Token token) {
    if (token.kind != TokenKind::end) push_expansion({std::move(token)}, nullptr);
}

void Preprocessor::push_expansion(TokenList tokens, std::shared_ptr<Macro> macro) {
    if (source_.pending.size() > kDeepestExpansion) fail(tokens.front(), "macros nest too deeply");
    if (macro) macro->busy = true;
    source_.pending.push_back({std::move(tokens), 0, std::move(macro)});
}

Token Preprocessor::next_expanded() {
    while (true) {
        Token token = next_raw();
        if (!token.is_identifier() || token.painted) return token;
        if (source_.in_condition && token.is("defined")) return defined_operator(token);
        if (!expand_macro(token)) return token;
    }
}

// Replaces a macro's name and its arguments by their expansion. False if the name stays as it is.
bool Preprocessor::expand_macro(Token& name) {
    const auto found = macros_.find(name.text);
    if (found == macros_.end()) return false;
    const std::shared_ptr<Macro> macro = found->second;
    if (macro->busy) {
        name.painted = true;
        return false;
    }
    if (macro->builtin != Macro::Builtin::none) {
        put_back(builtin(*macro, name));
        return true;
    }
    std::vector<TokenList> values;
    if (macro->takes_arguments) {
        Token next = next_raw();
        const bool call = next.is("(");
        if (!call) put_back(std::move(next));
        if (!call) return false;
        values = arguments(*macro, name);
    }
    const auto expand = [this](TokenList tokens) { return expand_alone(std::move(tokens), false); };
    TokenList tokens = substitute(*macro, name, values, expand, budget_);
    if (!tokens.empty()) push_expansion(std::move(tokens), macro);
    return true;
}

Token Preprocessor::builtin(const Macro& macro, const Token& name) {
    Token token = name;
    token.kind = TokenKind::number;
    if (macro.builtin == Macro::Builtin::line) token.text = std::to_string(name.line);
    if (macro.builtin == Macro::Builtin::counter) token.text = std::to_string(counter_++);
    if (macro.builtin == Macro::Builtin::file) {
        Token file{.kind = TokenKind::string, .text = '"' + result_.files[name.file] + '"'};
        token.kind = TokenKind::string;
        // Escapes as in a quoted argument, then removes the escaped quotes around it.
        const std::string quoted = stringize({&file, 1});
        token.text = '"' + quoted.substr(3, quoted.size() - 6) + '"';
    }
    return token;
}

// The arguments of a call, split at its commas. "(" has been read already.
std::vector<TokenList> Preprocessor::arguments(const Macro& macro, const Token& name) {
    std::vector<TokenList> values(1);
    for (size_t open = 1;;) {
        Token token = next_raw();
        if (token.kind == TokenKind::end) fail(name, "the call of macro '" + macro.name + "' does not end");
        if (token.is("(")) open++;
        if (token.is(")") && --open == 0) break;
        const bool in_rest = macro.is_variadic && values.size() == macro.parameters.size();
        if (open == 1 && token.is(",") && !in_rest) {
            values.emplace_back();
            continue;
        }
        budget_.spend(name, 1, token.text.size());
        token.space_before |= token.first_on_line;
        values.back().push_back(std::move(token));
    }
    if (macro.parameters.empty() && values.size() == 1 && values[0].empty()) values.clear();
    if (macro.is_variadic && values.size() + 1 == macro.parameters.size()) values.emplace_back();
    if (values.size() != macro.parameters.size()) {
        fail(name, "macro '" + macro.name + "' is called with " + std::to_string(values.size()) +
                       " arguments; expected " + std::to_string(macro.parameters.size()));
    }
    return values;
}

// Expands tokens as if nothing came after them.
TokenList Preprocessor::expand_alone(TokenList tokens, bool in_condition) {
    if (tokens.empty()) return {};
    if (++nesting_ > kDeepestArguments) fail(tokens.front(), "macro arguments nest too deeply");
    Source outer;
    std::swap(outer, source_);
    source_.in_condition = in_condition;
    push_expansion(std::move(tokens), nullptr);
    TokenList result;
    for (Token token = next_expanded(); token.kind != TokenKind::end; token = next_expanded()) {
        result.push_back(std::move(token));
    }
    std::swap(outer, source_);
    nesting_--;
    return result;
}

Token Preprocessor::defined_operator(const Token& op) {
    Token name = next_raw();
    const bool in_parentheses = name.is("(");
    if (in_parentheses) name = next_raw();
    if (!name.is_identifier()) fail(op, "expected a macro's name behind 'defined'");
    if (in_parentheses && !next_raw().is(")")) fail(op, "expected ')' behind 'defined(" + name.text + "'");
    Token result = op;
    result.kind = TokenKind::number;
    result.text = macros_.contains(name.text) ? "1" : "0";
    return result;
}

void preprocess(const SourceInput& input, Tokens& result) {
    result.files = {"<command line>"};
    const PreprocessorOptions options = parse_options(input.options);
    const IncludeSearch search(input.headers, options.include_directories);
    Preprocessor preprocessor(search, result);
    for (const std::string& text : input.predefined) preprocessor.define(parse_command_line_definition(text));
    for (const PreprocessorOptions::Change& change : options.macros) {
        if (change.defines) {
            preprocessor.define(parse_command_line_definition(change.text));
        } else {
            preprocessor.undefine(change.text);
        }
    }
    preprocessor.run(input.text, "program.cl");
}

}  // namespace genmedia::opencl
