// SPDX-License-Identifier: MIT
#pragma once

#include "gfx_token.h"

namespace genmedia::gfx {

// Tokens as a text for the compiler, whose messages then have the user's lines and, where nothing was put
// before them, columns.
std::string written(const Tokens& tokens, const std::vector<std::string>& files);

}  // namespace genmedia::gfx
