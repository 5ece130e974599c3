// SPDX-License-Identifier: MIT
// Whether the files of a command are different ones, whatever their names.
#pragma once

#include "genmedia/status.h"

#include <string>
#include <vector>

// Equal for names that lead to one file, or will: by links, hard links, or other words for a folder. Empty
// for a device such as /dev/null, which any number may write to.
std::string identity_of(const std::string& name);

// The file of that name; of a pattern of numbered files, those that are there. Standard input where it is a
// file.
std::vector<std::string> files_of(const std::string& name);

// Refuses an output that is an input or another output. Empty names are none.
genmedia::Status check_distinct(const std::vector<std::string>& inputs,
                                const std::vector<std::string>& outputs);
