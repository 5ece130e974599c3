// SPDX-License-Identifier: MIT
// Completion of the table's words, as each shell wants it.
#pragma once

#include "tools/completion/command_table.h"

#include <string>
#include <vector>

// `program`: the flags of genmedia itself.
std::string bash_completion(const CommandRow& program, const std::vector<CommandRow>& commands);
std::string zsh_completion(const CommandRow& program, const std::vector<CommandRow>& commands);
std::string fish_completion(const CommandRow& program, const std::vector<CommandRow>& commands);

// `text` as one word of all three shells, in single quotes.
std::string in_quotes(const std::string& text);
// With blanks between them.
std::string joined(const std::vector<std::string>& words);
