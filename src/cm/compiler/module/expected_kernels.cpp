// SPDX-License-Identifier: MIT
#include "cm/compiler/module/expected_kernels.h"

#include "cm/compiler/c_names.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace genmedia::cmc {
namespace {

constexpr std::string_view kMark = "annotate(\"genx_main\")", kAttribute = "__attribute__";

size_t after_literal(std::string_view text, size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
    return at + 1;
}

size_t after_parentheses(std::string_view text, size_t at) {
    int depth = 0;
    for (; at < text.size(); at++) {
        if (text[at] == '(') depth++;
        if (text[at] == ')' && --depth == 0) return at + 1;
    }
    return at;
}

// The name in `void name(` behind attributes; empty: something else follows them.
std::string_view declared_name(std::string_view text) {
    size_t at = 0;
    const auto skip_spaces = [&] {
        while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) at++;
    };
    const auto word = [&] {
        skip_spaces();
        const size_t from = at;
        while (at < text.size() && in_c_name(text[at])) at++;
        return text.substr(from, at - from);
    };
    std::string_view first = word();
    for (; first == kAttribute; first = word())
        at = after_parentheses(text, std::min(text.find('(', at), text.size()));
    const std::string_view name = word();
    skip_spaces();
    return first == "void" && at < text.size() && text[at] == '(' ? name : std::string_view();
}

// Calls take for each declaration outside of all braces, with what ends it: a body's { or a ;
template <class F>
void for_each_declaration(std::string_view text, const F& take) {
    int depth = 0;
    for (size_t at = 0, from = 0; at < text.size();) {
        const char c = text[at];
        if (c == '#') {
            at = std::min(text.find('\n', at), text.size());
        } else if (c == '"' || (c == '\'' && (at == 0 || !in_c_name(text[at - 1])))) {
            at = after_literal(text, at);
        } else {
            if (depth == 0 && (c == '{' || c == ';')) take(text.substr(from, at - from), c);
            if (c == '{') depth++;
            if (c == '}') depth--;
            at++;
            if (depth == 0 && (c == '}' || c == ';')) from = at;
        }
    }
}

}  // namespace

std::vector<ModuleKernel> expected_kernels(const std::string& text) {
    std::vector<ModuleKernel> kernels;
    size_t marks = 0, understood = 0;
    for (size_t at = 0; (at = text.find(kMark, at)) != std::string::npos; at++) marks++;
    for_each_declaration(text, [&](std::string_view declaration, char end) {
        const size_t at = declaration.find(kMark);
        if (at == std::string_view::npos || declaration.find("template") != std::string_view::npos) return;
        const std::string name(declared_name(declaration.substr(declaration.rfind(kAttribute, at))));
        const auto same = [&](const ModuleKernel& kernel) { return kernel.name == name; };
        if (name.empty() || (end == '{' && std::any_of(kernels.begin(), kernels.end(), same))) return;
        understood++;
        if (end == '{') kernels.push_back({name, name, "0", false});
    });
    return understood == marks ? kernels : std::vector<ModuleKernel>();
}

}  // namespace genmedia::cmc
