// SPDX-License-Identifier: MIT
// The subcommands and flags as a table, from what --help prints too.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

// What stands behind a flag or a subcommand.
enum class Takes { nothing, text, file, folder, name, list_of_names, program };

struct FlagRow {
    std::vector<std::string> spellings;  // "--output", "-o"
    std::string help;
    Takes takes = Takes::nothing;
    std::vector<std::string> names;  // to choose from

    bool is_long(size_t i) const { return spellings[i].size() > 2; }
};

struct CommandRow {
    std::string name, help;
    std::vector<FlagRow> flags;
    Takes takes = Takes::nothing;
    std::vector<std::string> names;
};

CommandRow command_row(const CLI::App& app);
std::vector<CommandRow> subcommand_rows(const CLI::App& app);
