// SPDX-License-Identifier: MIT
#pragma once

#include "gfx_token.h"

#include <string_view>

namespace genmedia::gfx {

// The tokens of what clang -E wrote. Line markers become places.
Text read_preprocessed(std::string_view text);

// Tokens that the rewriting makes, at the place of what they stand for.
Tokens made(std::string_view text, Place place);

// The tokens of a pragma's words.
Tokens words_of(const Token& pragma);

}  // namespace genmedia::gfx
