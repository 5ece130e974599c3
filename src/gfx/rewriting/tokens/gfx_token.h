// SPDX-License-Identifier: MIT
// The tokens of a preprocessed text, each with its place in the user's files.
#pragma once

#include <string>
#include <vector>

namespace genmedia::gfx {

struct Place {
    int file = 0;  // an index of Text::files
    int line = 0, column = 0;

    bool operator==(const Place&) const = default;
    auto operator<=>(const Place&) const = default;
};

enum class Kind {
    name,
    number,
    literal,  // of characters
    symbol,
    pragma,  // what stands behind #pragma
    system,  // all that a system header has, as it is
};

struct Token {
    Kind kind = Kind::symbol;
    std::string text;
    Place place;
    bool done = false;  // made by the rewriting, which does not look at it again

    bool is(const char* expected) const {
        return text == expected && (kind == Kind::symbol || kind == Kind::name);
    }
    bool is_name() const { return kind == Kind::name; }
};

using Tokens = std::vector<Token>;

struct Text {
    std::vector<std::string> files;
    Tokens tokens;
};

// Something that cannot be rewritten, and where.
struct Mistake {
    Place place;
    std::string message;
};

}  // namespace genmedia::gfx
