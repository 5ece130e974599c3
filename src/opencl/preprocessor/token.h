// SPDX-License-Identifier: MIT
// Tokens of OpenCL C and where they come from.
#pragma once

#include "genmedia/status.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace genmedia::opencl {

enum class TokenKind : uint8_t {
    identifier,  // keywords too
    number,
    string,
    character,
    punctuator,
    pragma,  // a whole #pragma line or _Pragma(...)
    other,   // a byte that starts no token
    empty,   // an empty macro argument beside ##
    end,
};

struct Token {
    TokenKind kind = TokenKind::end;
    bool space_before = false;
    bool first_on_line = false;
    bool painted = false;  // a macro's name inside its own expansion: not expanded
    uint32_t file = 0;     // index into Tokens::files
    uint32_t line = 1, column = 1;
    std::string text;

    bool is(std::string_view wanted) const {
        return text == wanted && kind != TokenKind::string && kind != TokenKind::pragma;
    }
    bool is_identifier() const { return kind == TokenKind::identifier; }
    void take_place_of(const Token& other) {
        file = other.file;
        line = other.line;
        column = other.column;
    }
};

inline bool is_one_of(const Token& token, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
}

// A program after preprocessing. A file that #line renames counts as another file.
struct Tokens {
    std::vector<Token> list;
    std::vector<std::string> files;
    bool left_out_pragmas = false;  // of extensions that the layer adds

    std::string place(const Token& token) const {
        return files[token.file] + ':' + std::to_string(token.line);
    }
    std::string error(const Token& token, const std::string& message) const {
        return place(token) + ':' + std::to_string(token.column) + ": error: " + message;
    }
};

// Why a source cannot be read; rewrite() turns it into a Status.
struct ReadFailure {
    Token at;
    StatusCode code;
    std::string message;
};

}  // namespace genmedia::opencl
