// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "tools/completion/shell_scripts.h"
#include "tools/flag_values.h"

#include <cstdio>
#include <memory>

namespace {

using Script = std::string (*)(const CommandRow& program, const std::vector<CommandRow>& commands);

const genmedia::base::Choices<Script> kShells = {
    {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};

}  // namespace

std::string in_quotes(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

void add_completion_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "completion", "Print what lets a shell complete genmedia's commands and flags; see genmedia(1)");
    const auto script = std::make_shared<Script>();
    CLI::Option* shell = command->add_option_function<std::string>(
        "SHELL", [script](const std::string& name) { *script = chosen("SHELL", name, kShells); },
        "the shell: " + names_of(kShells));
    shell->type_name("NAME")->required();
    note_names(*shell, kShells);
    command->callback(
        [script, &app] { std::fputs((*script)(command_row(app), subcommand_rows(app)).c_str(), stdout); });
}
