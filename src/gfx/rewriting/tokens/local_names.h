// SPDX-License-Identifier: MIT
// Names that a function declares, as far as tokens tell.
#pragma once

#include "gfx_token.h"

#include <set>
#include <string>

namespace genmedia::gfx {

bool is_member(const Tokens& tokens, size_t at);

// All that might be declared in a statement.
std::set<std::string> declared_names(const Tokens& tokens);
// Variables that a function declares with its parameters and in its body; none of them is an array.
std::set<std::string> local_variables(const Tokens& head, const Tokens& body);
// Variables that a function, a pointer or a reference may change unseen.
std::set<std::string> exposed_variables(const Tokens& body, const std::set<std::string>& locals);
// Of these, the ones that a loop only reads: threads may have them as copies.
std::set<std::string> only_read(const Tokens& loop, const std::set<std::string>& locals);

}  // namespace genmedia::gfx
