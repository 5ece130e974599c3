// SPDX-License-Identifier: MIT
#include "tools/completion/shell_scripts.h"

namespace {

// bash takes "=" for a word of its own.
constexpr const char* kBashBegin = R"(# bash completion of genmedia, by `genmedia completion bash`

_genmedia_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
_genmedia_files() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }
_genmedia_folders() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current"); }
_genmedia_list() {
    local before=
    [[ $current != *,* ]] || before=${current%,*},
    compopt -o nospace
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${current##*,}")
}
_genmedia_program() {
    local i
    for ((i = 2; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == -- ]] || continue
        if declare -F _command_offset >/dev/null; then
            _command_offset $((i + 1))
        else
            mapfile -t COMPREPLY < <(compgen -c -- "$current")
        fi
        return 0
    done
    return 1
}

_genmedia() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    if [[ $current == = ]]; then
        current=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
)";
constexpr const char* kBashEnd = R"(}

complete -F _genmedia genmedia
)";

std::string bash_action(Takes takes, const std::vector<std::string>& names) {
    switch (takes) {
        case Takes::file: return "_genmedia_files";
        case Takes::folder: return "_genmedia_folders";
        case Takes::name: return "_genmedia_words " + in_quotes(joined(names));
        case Takes::list_of_names: return "_genmedia_list " + in_quotes(joined(names));
        default: return "";
    }
}

std::string all_flags(const CommandRow& command) {
    std::vector<std::string> words;
    for (const FlagRow& flag : command.flags)
        words.insert(words.end(), flag.spellings.begin(), flag.spellings.end());
    return joined(words);
}

std::string case_of(const CommandRow& command, const FlagRow& flag) {
    std::string patterns;
    for (const std::string& spelling : flag.spellings)
        patterns += (patterns.empty() ? "" : " | ") + in_quotes(command.name + " " + spelling);
    const std::string action = bash_action(flag.takes, flag.names);
    return "        " + patterns + ") " + (action.empty() ? "" : action + "; ") + "return ;;\n";
}

std::string rest_of(const CommandRow& command) {
    const std::string words = "_genmedia_words " + in_quotes(all_flags(command));
    const std::string action = bash_action(command.takes, command.names);
    std::string text = "        " + command.name + ")\n";
    if (command.takes == Takes::program) text += "            _genmedia_program && return\n";
    if (action.empty()) return text + "            " + words + " ;;\n";
    return text + "            if [[ $current == -* ]]; then " + words + "; else " + action + "; fi ;;\n";
}

}  // namespace

std::string bash_completion(const CommandRow& program, const std::vector<CommandRow>& commands) {
    std::vector<std::string> names;
    for (const CommandRow& command : commands) names.push_back(command.name);
    std::string text = kBashBegin;
    text += "    if ((COMP_CWORD == 1)); then\n        _genmedia_words " +
            in_quotes(joined(names) + " " + all_flags(program)) + "\n        return\n    fi\n";
    text += "    case \"${COMP_WORDS[1]} $before\" in\n";
    for (const CommandRow& command : commands)
        for (const FlagRow& flag : command.flags)
            if (flag.takes != Takes::nothing) text += case_of(command, flag);
    text += "    esac\n    case ${COMP_WORDS[1]} in\n";
    for (const CommandRow& command : commands) text += rest_of(command);
    return text + "    esac\n" + kBashEnd;
}
