// SPDX-License-Identifier: MIT
// Characters to tokens: C99's translation phases 1 to 3.
#pragma once

#include "opencl/preprocessor/token.h"

namespace genmedia::opencl {

// Any text gives tokens. They carry `file` and their physical line and column.
std::vector<Token> tokenize(std::string_view text, uint32_t file);

bool is_identifier_start(char c);
bool is_identifier_part(char c);

}  // namespace genmedia::opencl
