// SPDX-License-Identifier: MIT
#include "local_names.h"

#include "brackets.h"

namespace genmedia::gfx {
namespace {

// Where a list of declarators or an expression begins that `at` is in, brackets apart.
size_t list_begin(const Tokens& tokens, size_t at) {
    int depth = 0;
    size_t begin = at;
    for (; begin > 0; begin--) {
        const Token& before = tokens[begin - 1];
        if (before.is(";") || before.is("{") || before.is("}")) break;
        if (before.is(")") || before.is("]")) depth++;
        if ((before.is("(") || before.is("[")) && --depth < 0) break;
    }
    return begin;
}

// Whether the name is declared here: what the list begins with is a type. In doubt it is: a product of two
// names.
bool declared_at(const Tokens& tokens, size_t at) {
    const size_t begin = list_begin(tokens, at);
    if (begin > 0 && tokens[begin - 1].is("(") && at == begin + 1 && tokens[begin].is("*"))
        return true;  // T (*name)
    if (begin + 1 > at || !tokens[begin].is_name() || tokens[begin].is("return")) return false;
    const Token& second = tokens[begin + 1];
    return begin + 1 == at || second.is_name() || second.is("*") || second.is("&") || second.is("::") ||
           second.is("<");
}

bool is_type_word(const std::string& name) {
    static const std::set<std::string> kWords = {
        "int",   "unsigned", "signed", "char",  "short", "long",     "float",  "double", "bool",   "void",
        "const", "auto",     "struct", "class", "enum",  "typename", "static", "else",   "size_t", "this"};
    return kWords.contains(name);
}

// Definitions of types, and of constants, which may be lengths of arrays and stay what they are.
bool begins_other(const Token& token) {
    return token.is("const") || token.is("constexpr") || token.is("static") || token.is("typedef") ||
           token.is("using") || token.is("struct") || token.is("class") || token.is("enum") ||
           token.is("return") || token.is("goto") || token.is("delete") || token.is("throw");
}

// Whether a statement or the head of a for begins at `begin`.
bool begins_statement(const Tokens& tokens, size_t begin) {
    if (begin == 0) return true;
    const Token& before = tokens[begin - 1];
    return before.is(";") || before.is("{") || before.is("}") ||
           (before.is("(") && begin > 1 &&
            (tokens[begin - 2].is("for") || tokens[begin - 2].is("_Cilk_for")));
}

// What changes a variable, or lets a function change it.
bool may_change(const Tokens& tokens, size_t at) {
    const Token *before = at > 0 ? &tokens[at - 1] : nullptr,
                *after = at + 1 < tokens.size() ? &tokens[at + 1] : nullptr;
    if (after != nullptr && (is_assignment(*after) || after->is("++") || after->is("--"))) return true;
    if (before == nullptr || after == nullptr) return false;
    if (before->is("++") || before->is("--") || before->is("&") || before->is(">>")) return true;
    const bool argument = (before->is("(") || before->is(",")) && (after->is(")") || after->is(","));
    return argument;
}

}  // namespace

bool is_member(const Tokens& tokens, size_t at) {
    return at > 0 && (tokens[at - 1].is(".") || tokens[at - 1].is("->") || tokens[at - 1].is("::"));
}

std::set<std::string> declared_names(const Tokens& tokens) {
    std::set<std::string> names;
    for (size_t i = 0; i < tokens.size(); i++)
        if (tokens[i].is_name() && declared_at(tokens, i)) names.insert(tokens[i].text);
    return names;
}

std::set<std::string> local_variables(const Tokens& head, const Tokens& body) {
    std::set<std::string> names;
    for (size_t i = 1; i + 1 < head.size(); i++)
        if (head[i].is_name() && (head[i + 1].is(",") || head[i + 1].is(")")) &&
            (head[i - 1].is_name() || head[i - 1].is("*") || head[i - 1].is("__restrict")) &&
            !is_type_word(head[i].text))
            names.insert(head[i].text);
    for (size_t i = 0; i + 1 < body.size(); i++) {
        if (!body[i].is_name() || is_type_word(body[i].text) || is_member(body, i)) continue;
        if (!body[i + 1].is("=") && !body[i + 1].is(";") && !body[i + 1].is(",")) continue;
        const size_t begin = list_begin(body, i);
        if (begins_statement(body, begin) && declared_at(body, i) && !begins_other(body[begin]))
            names.insert(body[i].text);
    }
    return names;
}

std::set<std::string> exposed_variables(const Tokens& body, const std::set<std::string>& locals) {
    std::set<std::string> exposed;
    for (size_t i = 0; i + 1 < body.size(); i++) {
        if (body[i].is("[") && (body[i + 1].is("&") || body[i + 1].is("=")) &&
            !(i > 0 && body[i - 1].is_name()))
            return locals;
        if (i == 0 || !body[i].is_name() || !locals.contains(body[i].text) || is_member(body, i)) continue;
        const bool argument =
            (body[i - 1].is("(") || body[i - 1].is(",")) && (body[i + 1].is(")") || body[i + 1].is(","));
        const bool bound = i > 2 && body[i - 1].is("=") && body[i - 3].is("&");
        if (body[i - 1].is("&") || argument || bound) exposed.insert(body[i].text);
    }
    return exposed;
}

std::set<std::string> only_read(const Tokens& loop, const std::set<std::string>& locals) {
    std::set<std::string> names, changed = declared_names(loop);
    for (size_t i = 0; i < loop.size(); i++) {
        if (!loop[i].is_name() || !locals.contains(loop[i].text) || is_member(loop, i)) continue;
        const bool named =
            i + 1 < loop.size() && (loop[i + 1].is("(") || loop[i + 1].is("::") || loop[i + 1].is(":"));
        const bool type = i + 1 < loop.size() && loop[i + 1].is_name();  // or a template's argument
        const bool in_angles = i > 0 && i + 1 < loop.size() && loop[i - 1].is("<") && loop[i + 1].is(">");
        (named || type || in_angles || may_change(loop, i) ? changed : names).insert(loop[i].text);
    }
    for (const std::string& name : changed) names.erase(name);
    return names;
}

}  // namespace genmedia::gfx
