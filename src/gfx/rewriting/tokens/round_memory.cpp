// SPDX-License-Identifier: MIT
#include "round_memory.h"

#include "brackets.h"
#include "gfx_lexer.h"
#include "local_names.h"

#include <set>

namespace genmedia::gfx {
namespace {

// What stands before a bracket and calls nothing, or what has no memory.
bool is_harmless(const std::string& name) {
    static const std::set<std::string> kHarmless = {"if",
                                                    "for",
                                                    "while",
                                                    "switch",
                                                    "return",
                                                    "else",
                                                    "do",
                                                    "case",
                                                    "sizeof",
                                                    "alignof",
                                                    "decltype",
                                                    "static_cast",
                                                    "const_cast",
                                                    "catch",
                                                    "_Cilk_for",
                                                    "noexcept",
                                                    "__typeof__",
                                                    "reinterpret_cast",
                                                    "__attribute__",
                                                    "__declspec",
                                                    "abs",
                                                    "labs",
                                                    "llabs",
                                                    "fabs",
                                                    "sqrt",
                                                    "cbrt",
                                                    "exp",
                                                    "exp2",
                                                    "expm1",
                                                    "log",
                                                    "log2",
                                                    "log10",
                                                    "log1p",
                                                    "pow",
                                                    "sin",
                                                    "cos",
                                                    "tan",
                                                    "asin",
                                                    "acos",
                                                    "atan",
                                                    "atan2",
                                                    "sinh",
                                                    "cosh",
                                                    "tanh",
                                                    "floor",
                                                    "ceil",
                                                    "trunc",
                                                    "round",
                                                    "rint",
                                                    "nearbyint",
                                                    "fmin",
                                                    "fmax",
                                                    "fmod",
                                                    "fma",
                                                    "hypot",
                                                    "copysign",
                                                    "min",
                                                    "max"};
    return name.starts_with("__gfx") || kHarmless.contains(name) ||
           (name.ends_with("f") && kHarmless.contains(name.substr(0, name.size() - 1)));
}

bool is_type(const Token& token) {
    static const std::set<std::string> kTypes = {"int",   "unsigned", "signed", "char",     "short",
                                                 "long",  "float",    "double", "bool",     "void",
                                                 "const", "volatile", "_Bool",  "__int128", "wchar_t"};
    return token.is("*") || token.is("::") || token.is("std") ||
           (token.is_name() && (kTypes.contains(token.text) || token.text.ends_with("_t")));
}

// Where the bracket opens that closes at `close`.
size_t opening(const Tokens& tokens, size_t close) {
    size_t open = close;
    while (open > 0 && !(opens(tokens[open]) && closing(tokens, open) == close)) open--;
    return open;
}

// Whether what the bracket that closes at `close` has is a type.
bool is_cast(const Tokens& tokens, size_t close) {
    const size_t open = opening(tokens, close);
    if (open + 1 == close || tokens[open + 1].is("*")) return false;
    for (size_t i = open + 1; i < close; i++)
        if (!is_type(tokens[i])) return false;
    return true;
}

// Whether ( at `at` begins a call of what may have memory.
bool calls(const Tokens& tokens, size_t at) {
    if (at == 0) return false;
    const Token& before = tokens[at - 1];
    if (before.is_name()) return !is_harmless(before.text) && !is_type(before);
    if (before.is("]") || before.is("}")) return true;
    if (before.is(">")) {  // a template's function, or a comparison with what is in brackets
        size_t open = at - 1;
        while (open > 0 && !(tokens[open].is("<") && past_angles(tokens, open) == at)) open--;
        return open > 0 && tokens[open - 1].is_name() && !is_harmless(tokens[open - 1].text);
    }
    if (!before.is(")")) return false;
    const size_t open = opening(tokens, at - 1);
    if (open > 0 && tokens[open - 1].is_name()) return !is_harmless(tokens[open - 1].text);
    return !is_cast(tokens, at - 1);  // a call through an expression
}

// Whether a variable is declared at `at` whose type the tokens do not show: an array's, maybe.
bool has_unknown_type(const Tokens& tokens, size_t at) {
    if (at == 0 || !tokens[at].is_name() || is_harmless(tokens[at].text) || is_type(tokens[at])) return false;
    const Token& before = tokens[at - 1];
    if (before.is_name())
        return !is_type(before) && !is_harmless(before.text) && !before.is("auto") && !before.is("static") &&
               !before.is("constexpr") && !before.is("goto");
    if (!before.is(">")) return false;
    for (size_t open = at - 1; open > 1; open--)
        if (tokens[open].is("<") && past_angles(tokens, open) == at && tokens[open - 1].is_name())
            return open < 2 || !tokens[open - 2].is("&&");
    return false;
}

// Names that the round declares, and which are no pointers: what they index is the round's.
std::set<std::string> declared_values(const Tokens& tokens) {
    std::set<std::string> names = declared_names(tokens);
    for (size_t i = 1; i + 1 < tokens.size(); i++)
        if (tokens[i].is_name() && tokens[i - 1].is("*") && !tokens[i + 1].is("["))
            names.erase(tokens[i].text);
    return names;
}

// Where the variable is whose member, or a member's member, the name at `at` is. `none`: there is none.
size_t first_of_chain(const Tokens& tokens, size_t at, size_t none) {
    while (at > 1 && tokens[at - 1].is(".")) {
        at -= 2;
        while (at > 0 && tokens[at].is("]")) {
            const size_t open = opening(tokens, at);
            if (open == 0) return none;
            at = open - 1;
        }
    }
    return at;
}

// Whether [ at `at` indexes or declares memory of the round.
bool indexes_own(const Tokens& tokens, size_t at, const std::set<std::string>& values) {
    if (at == 0 || tokens[at - 1].is("}") || tokens[at - 1].is(";") || tokens[at - 1].is("{")) return true;
    if (tokens[at - 1].is(")")) {
        return mentions(part(tokens, opening(tokens, at - 1), at), values);
    }
    if (!tokens[at - 1].is_name()) return false;
    const size_t first = first_of_chain(tokens, at - 1, tokens.size());
    if (first == tokens.size() || !tokens[first].is_name()) return true;
    if (is_member(tokens, first)) return false;  // of *this, of what a pointer shows, or of a namespace
    if (values.contains(tokens[first].text)) return true;
    return first > 0 && tokens[first - 1].is_name() && !is_harmless(tokens[first - 1].text);
}

}  // namespace

bool may_have_memory(const Tokens& round, const std::string& clauses) {
    std::set<std::string> values = declared_values(round);
    for (const Token& token : made(clauses, {}))
        if (token.is_name()) values.insert(token.text);
    for (size_t i = 0; i < round.size(); i++) {
        if (round[i].is("(") && calls(round, i)) return true;
        if (round[i].is("[") && indexes_own(round, i, values)) return true;
        if (has_unknown_type(round, i)) return true;
        const bool address =
            round[i].is("&") && i + 1 < round.size() &&
            (i == 0 || (round[i - 1].is(")") ? is_cast(round, i - 1)
                                             : !round[i - 1].is_name() && !round[i - 1].is("]") &&
                                                   round[i - 1].kind != Kind::number));
        if (address && values.contains(round[i + 1].text)) return true;
        const bool reference = round[i].is("&") && i > 0 && i + 2 < round.size() && round[i + 1].is_name() &&
                               round[i + 2].is("=");
        if (reference) return true;
    }
    return false;
}

}  // namespace genmedia::gfx
