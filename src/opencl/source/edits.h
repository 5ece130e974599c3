// SPDX-License-Identifier: MIT
// Changes to a program, noted for each token, and the text that results.
#pragma once

#include "opencl/preprocessor/token.h"

#include <map>
#include <optional>

namespace genmedia::opencl {

class Edits {
public:
    void insert_before(size_t token, const std::string& text) { changes_[token].before += text + ' '; }
    void insert_after(size_t token, const std::string& text) { changes_[token].after += ' ' + text; }
    void remove(size_t token) { replace(token, {}); }
    void replace(size_t token, const std::string& text) { changes_[token].replacement = text; }
    void drop(size_t token) { changes_[token] = {{}, {}, std::string{}}; }  // and all text inserted there

    // The program's text. #line directives give each token its line.
    std::string apply(const Tokens& tokens) const;

private:
    struct Change {
        std::string before, after;
        std::optional<std::string> replacement;
    };
    std::map<size_t, Change> changes_;
};

}  // namespace genmedia::opencl
