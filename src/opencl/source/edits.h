// SPDX-License-Identifier: MIT
// Changes of a program, noted by token, and the text they make.
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
    void drop(size_t token) { changes_[token] = {{}, {}, std::string{}}; }  // with all that was inserted

    // The program's text: each token on its line, as #line directives give them.
    std::string apply(const Tokens& tokens) const;

private:
    struct Change {
        std::string before, after;
        std::optional<std::string> replacement;
    };
    std::map<size_t, Change> changes_;
};

}  // namespace genmedia::opencl
