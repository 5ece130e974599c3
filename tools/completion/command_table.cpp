// SPDX-License-Identifier: MIT
#include "tools/completion/command_table.h"

#include "tools/flag_values.h"

namespace {

Takes takes_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    if (option.get_items_expected_max() == 0) return Takes::nothing;
    if (!names_to_choose(option).empty()) return type == "LIST" ? Takes::list_of_names : Takes::name;
    return type == "FILE" ? Takes::file : type == "DIR" ? Takes::folder : Takes::text;
}

FlagRow flag_row(const CLI::Option& option) {
    FlagRow row{{}, option.get_description(), takes_of(option), names_to_choose(option)};
    for (const std::string& name : option.get_lnames()) row.spellings.push_back("--" + name);
    for (const std::string& name : option.get_snames()) row.spellings.push_back("-" + name);
    return row;
}

}  // namespace

CommandRow command_row(const CLI::App& app) {
    CommandRow row{app.get_name(), app.get_description(), {}, Takes::nothing, {}};
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional()) {
            row.flags.push_back(flag_row(*option));
            continue;
        }
        row.takes = takes_of(*option);
        row.names = names_to_choose(*option);
    }
    if (runs_program(app)) row.takes = Takes::program;
    return row;
}

std::vector<CommandRow> subcommand_rows(const CLI::App& app) {
    std::vector<CommandRow> rows;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        rows.push_back(command_row(*command));
    return rows;
}
