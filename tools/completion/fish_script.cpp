// SPDX-License-Identifier: MIT
#include "tools/completion/shell_scripts.h"

namespace {

constexpr const char* kFishBegin = R"(# fish completion of genmedia, by `genmedia completion fish`

function __genmedia_runs
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test "$words[2]" = $argv[1]
end
function __genmedia_is_alone
    test (count (commandline -opc)) -eq 1
end
function __genmedia_names
    set -l before (string match -r '.*,' -- (commandline -ct | string replace -r '^--[^=]*=' ''))
    printf '%s\n' "$before"$argv
end
function __genmedia_program
    set -l words (commandline -opc)
    set -l from (contains -i -- -- $words); and complete -C (string join ' ' -- $words[(math $from + 1)..-1] (commandline -ct))
end

complete -c genmedia -f
)";

// What is completed behind a flag or a subcommand.
std::string fish_action(Takes takes, const std::vector<std::string>& names) {
    switch (takes) {
        case Takes::file: return " -F";
        case Takes::folder: return " -a '(__fish_complete_directories (commandline -ct))'";
        case Takes::name: return " -a " + in_quotes(joined(names));
        case Takes::list_of_names: return " -a " + in_quotes("(__genmedia_names " + joined(names) + ")");
        case Takes::program: return " -a '(__genmedia_program)'";
        default: return "";
    }
}

std::string line_of(const std::string& condition, const FlagRow& flag) {
    std::string text = "complete -c genmedia -n " + in_quotes(condition);
    for (size_t i = 0; i < flag.spellings.size(); i++)
        text += flag.is_long(i) ? " -l " + flag.spellings[i].substr(2) : " -s " + flag.spellings[i].substr(1);
    if (flag.takes == Takes::file)
        text += " -r";
    else if (flag.takes != Takes::nothing)
        text += " -x";
    return text + fish_action(flag.takes, flag.names) + " -d " + in_quotes(flag.help) + "\n";
}

}  // namespace

std::string fish_completion(const CommandRow& program, const std::vector<CommandRow>& commands) {
    std::string text = kFishBegin;
    for (const FlagRow& flag : program.flags) text += line_of("__genmedia_is_alone", flag);
    for (const CommandRow& command : commands) {
        const std::string condition = "__genmedia_runs " + command.name;
        text += "complete -c genmedia -n __genmedia_is_alone -a " + command.name + " -d " +
                in_quotes(command.help) + "\n";
        if (command.takes != Takes::nothing)
            text += "complete -c genmedia -n " + in_quotes(condition) +
                    fish_action(command.takes, command.names) + "\n";
        for (const FlagRow& flag : command.flags) text += line_of(condition, flag);
    }
    return text;
}
