// SPDX-License-Identifier: MIT
#include "tools/completion/shell_scripts.h"

#include <string_view>

namespace {

constexpr const char* kZshBegin = R"(#compdef genmedia
# zsh completion of genmedia, by `genmedia completion zsh`

_genmedia() {
    local -a subcommands
    if ((CURRENT == 2)); then
)";
// Behind "--" is another command line.
constexpr const char* kZshProgram = R"(            local -i place=${words[(i)--]}
            if ((place < CURRENT)); then
                shift $place words
                ((CURRENT -= place))
                _normal
                return
            fi
)";
// Read by compinit it is the function itself, and read by `source` it defines it.
constexpr const char* kZshEnd = R"(}

if [[ $funcstack[1] == _genmedia ]]; then
    _genmedia "$@"
else
    compdef _genmedia genmedia
fi
)";

// With a backslash before what _arguments or _describe takes for its own.
std::string escaped(const std::string& text, std::string_view special) {
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

std::string zsh_action(Takes takes, const std::vector<std::string>& names) {
    switch (takes) {
        case Takes::file: return "_files";
        case Takes::folder: return "_directories";
        case Takes::name: return "(" + joined(names) + ")";
        case Takes::list_of_names: return "_values -s , names " + joined(names);
        default: return " ";
    }
}

// "--output=" takes its value behind "=" or as the next word, "-o+" in the same word or the next one.
std::string spec_of(const FlagRow& flag, size_t spelling) {
    const bool has_value = flag.takes != Takes::nothing;
    std::string spec = flag.spellings[spelling];
    if (has_value) spec += flag.is_long(spelling) ? "=" : "+";
    spec += "[" + escaped(flag.help, "[]\\") + "]";
    if (has_value) spec += ":value:" + zsh_action(flag.takes, flag.names);
    return in_quotes(spec);
}

std::string arguments_of(const CommandRow& command) {
    std::string text = "_arguments -S";
    for (const FlagRow& flag : command.flags)
        for (size_t i = 0; i < flag.spellings.size(); i++) text += " \\\n                " + spec_of(flag, i);
    if (command.takes != Takes::nothing && command.takes != Takes::program)
        text += " \\\n                " + in_quotes("*:input:" + zsh_action(command.takes, command.names));
    return text;
}

}  // namespace

std::string zsh_completion(const CommandRow& program, const std::vector<CommandRow>& commands) {
    std::string text = kZshBegin;
    text += "        subcommands=(\n";
    for (const CommandRow& command : commands)
        text +=
            "            " + in_quotes(escaped(command.name, ":") + ":" + escaped(command.help, "\\")) + "\n";
    text += "        )\n        if [[ $PREFIX == -* ]]; then\n            " + arguments_of(program) +
            "\n        else\n            _describe command subcommands\n        fi\n        return\n    fi\n";
    text += "    shift words\n    ((CURRENT--))\n    case $words[1] in\n";
    for (const CommandRow& command : commands)
        text += "        " + command.name + ")\n" + (command.takes == Takes::program ? kZshProgram : "") +
                "            " + arguments_of(command) + " ;;\n";
    return text + "    esac\n" + kZshEnd;
}
