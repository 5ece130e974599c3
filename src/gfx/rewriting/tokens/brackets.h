// SPDX-License-Identifier: MIT
// Brackets, lists and names among tokens.
#pragma once

#include "gfx_token.h"

#include <set>

namespace genmedia::gfx {

bool opens(const Token& token);
bool closes(const Token& token);

// Where the bracket that opens at `open` closes. Throws Mistake where it does not.
size_t closing(const Tokens& tokens, size_t open);
// Behind the list of a template's parameters or arguments that begins with `<` at `open`; `open` where none
// does.
size_t past_angles(const Tokens& tokens, size_t open);

Tokens part(const Tokens& tokens, size_t begin, size_t end);
void append(Tokens& to, const Tokens& more);

// The parts between separators that stand in no bracket.
std::vector<Tokens> split(const Tokens& tokens, const char* separator);
// Positions of the colons of a subscript that stand in no bracket and belong to no ?:.
std::vector<size_t> colons(const Tokens& tokens);

// As the user wrote it, with single spaces at most.
std::string text_of(const Tokens& tokens);

bool is_assignment(const Token& token);
// Position of the first assignment that stands in no bracket; tokens.size(): there is none.
size_t assignment(const Tokens& tokens);

bool mentions(const Tokens& tokens, const std::set<std::string>& names);

}  // namespace genmedia::gfx
