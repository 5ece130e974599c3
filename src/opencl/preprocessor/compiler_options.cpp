// SPDX-License-Identifier: MIT
#include "opencl/preprocessor/compiler_options.h"

namespace genmedia::opencl {

PreprocessorOptions parse_options(std::span<const std::string> options) {
    PreprocessorOptions result;
    for (size_t i = 0; i < options.size(); i++) {
        const std::string& option = options[i];
        const char letter = option.size() > 1 && option[0] == '-' ? option[1] : '\0';
        if (letter != 'D' && letter != 'U' && letter != 'I') continue;
        const bool apart = option.size() == 2;
        if (apart && i + 1 == options.size()) break;
        const std::string value = apart ? options[++i] : option.substr(2);
        if (letter == 'I') {
            result.include_directories.push_back(value);
        } else {
            result.macros.push_back({letter == 'D', value});
        }
    }
    return result;
}

std::vector<std::string> split_options(std::string_view options) {
    std::vector<std::string> result;
    std::string current;
    bool quoted = false, started = false;
    for (size_t i = 0; i < options.size(); i++) {
        const char c = options[i];
        const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
        if (blank && !quoted) {
            if (started) result.push_back(std::move(current));
            current.clear();
            started = false;
            continue;
        }
        started = true;
        const char next = i + 1 < options.size() ? options[i + 1] : '\0';
        if (c == '"') {
            quoted = !quoted;
        } else if (c == '\\' && (next == '"' || (quoted && next == '\\'))) {
            current += options[++i];
        } else {
            current += c;
        }
    }
    if (started) result.push_back(std::move(current));
    return result;
}

}  // namespace genmedia::opencl
