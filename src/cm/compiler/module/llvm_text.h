// SPDX-License-Identifier: MIT
// A module as LLVM writes it in text: a global value a line, `@NAME = ... global|constant TYPE VALUE`, and
// functions from `define` to `}`.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace genmedia::cmc {

inline bool starts(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

// The end of what is quoted at `at`; LLVM writes a quote inside as \22.
inline size_t after_quoted(std::string_view text, size_t at) {
    return std::min(text.find('"', at + 1), text.size() - 1) + 1;
}

inline bool in_llvm_name(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("$._-").find(c) != std::string_view::npos;
}

// The global names of a line, in order, without the @.
inline std::vector<std::string_view> names_in(std::string_view line) {
    std::vector<std::string_view> names;
    for (size_t at = 0; at < line.size(); at++) {
        if (line[at] == '"') {
            at = after_quoted(line, at) - 1;
        } else if (line[at] == '@') {
            size_t from = at + 1, end = from;
            if (end < line.size() && line[end] == '"') {
                end = after_quoted(line, end);
                names.push_back(line.substr(from + 1, end - from - 2));
            } else {
                while (end < line.size() && in_llvm_name(line[end])) end++;
                names.push_back(line.substr(from, end - from));
            }
            at = end - 1;
        }
    }
    return names;
}

template <class F>
void for_each_line(std::string_view text, const F& take) {
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        take(text.substr(at, end - at));
        at = end + 1;
    }
}

// Whether the language's headers or the standard library declare it: _ZN2cm..., _ZNSt..., also in a function
// of theirs
// (_ZZN...), or a guard of such a variable (_ZGV...).
inline bool of_the_headers(std::string_view name) {
    if (name == "cm_simd_used" || name == "_ZL12cm_simd_used") return true;
    if (!starts(name, "_Z")) return false;
    name.remove_prefix(starts(name, "_ZGV") ? 4 : 2);
    while (!name.empty() && (name[0] == 'Z' || name[0] == 'N' || name[0] == 'K' || name[0] == 'L'))
        name.remove_prefix(1);
    return starts(name, "2cm") || starts(name, "St");
}

}  // namespace genmedia::cmc
