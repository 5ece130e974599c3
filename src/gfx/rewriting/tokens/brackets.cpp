// SPDX-License-Identifier: MIT
#include "brackets.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace genmedia::gfx {

bool opens(const Token& token) {
    return token.kind == Kind::symbol && token.text.size() == 1 &&
           (token.text[0] == '(' || token.text[0] == '[' || token.text[0] == '{');
}

bool closes(const Token& token) {
    return token.kind == Kind::symbol && token.text.size() == 1 &&
           (token.text[0] == ')' || token.text[0] == ']' || token.text[0] == '}');
}

size_t closing(const Tokens& tokens, size_t open) {
    std::vector<size_t> opened;
    for (size_t i = open; i < tokens.size(); i++) {
        if (opens(tokens[i])) opened.push_back(i);
        if (!closes(tokens[i])) continue;
        const char wanted = tokens[i].text[0] == ')' ? '(' : tokens[i].text[0] == ']' ? '[' : '{';
        if (tokens[opened.back()].text[0] != wanted) break;
        opened.pop_back();
        if (opened.empty()) return i;
    }
    const Token& innermost = tokens[opened.back()];
    throw Mistake{innermost.place, "this " + innermost.text + " is never closed"};
}

size_t past_angles(const Tokens& tokens, size_t open) {
    int depth = 0;
    for (size_t i = open; i < tokens.size(); i++) {
        if (tokens[i].is("<")) depth++;
        if (tokens[i].is(">")) depth--;
        if (tokens[i].is(">>")) depth -= 2;
        if (depth <= 0) return i == open ? open : i + 1;
        if (opens(tokens[i])) i = closing(tokens, i);
    }
    return open;
}

Tokens part(const Tokens& tokens, size_t begin, size_t end) {
    return {tokens.begin() + static_cast<long>(begin), tokens.begin() + static_cast<long>(end)};
}

void append(Tokens& to, const Tokens& more) { to.insert(to.end(), more.begin(), more.end()); }

std::vector<Tokens> split(const Tokens& tokens, const char* separator) {
    std::vector<Tokens> parts(1);
    for (size_t i = 0; i < tokens.size(); i++) {
        if (opens(tokens[i])) {
            const size_t end = closing(tokens, i);
            append(parts.back(), part(tokens, i, end + 1));
            i = end;
        } else if (tokens[i].is(separator)) {
            parts.emplace_back();
        } else {
            parts.back().push_back(tokens[i]);
        }
    }
    return parts;
}

std::vector<size_t> colons(const Tokens& tokens) {
    std::vector<size_t> found;
    int conditions = 0;
    for (size_t i = 0; i < tokens.size(); i++) {
        if (opens(tokens[i]))
            i = closing(tokens, i);
        else if (tokens[i].is("?"))
            conditions++;
        else if (tokens[i].is(":") && conditions > 0)
            conditions--;
        else if (tokens[i].is(":"))
            found.push_back(i);
        else if (tokens[i].is("::") && i + 1 == tokens.size() && i == 0)
            found.insert(found.end(), {i, i});  // [::], which no name follows
    }
    return found;
}

std::string text_of(const Tokens& tokens) {
    std::string text;
    for (size_t i = 0; i < tokens.size(); i++) {
        const Token& token = tokens[i];
        const bool apart =
            i > 0 &&
            (tokens[i - 1].place.line != token.place.line ||
             tokens[i - 1].place.column + static_cast<int>(tokens[i - 1].text.size()) != token.place.column);
        if (apart) text += ' ';
        text += token.text;
    }
    return text;
}

bool is_assignment(const Token& token) {
    static constexpr std::array kAssignments = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    return token.kind == Kind::symbol && std::any_of(kAssignments.begin(), kAssignments.end(),
                                                     [&](const char* text) { return token.text == text; });
}

size_t assignment(const Tokens& tokens) {
    for (size_t i = 0; i < tokens.size(); i++) {
        if (opens(tokens[i]))
            i = closing(tokens, i);
        else if (is_assignment(tokens[i]))
            return i;
    }
    return tokens.size();
}

bool mentions(const Tokens& tokens, const std::set<std::string>& names) {
    return std::any_of(tokens.begin(), tokens.end(),
                       [&](const Token& token) { return token.is_name() && names.contains(token.text); });
}

}  // namespace genmedia::gfx
