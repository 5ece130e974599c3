// SPDX-License-Identifier: MIT
#include "cm/gen/assembly.h"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <sstream>

namespace genmedia::gen {
namespace {

bool contains(const std::string& text, const char* what) { return text.find(what) != std::string::npos; }

// Reads the comment of a send: "wr:1h+8, rd:0; hdc.dc1; media block write // $785". tgllp has no unit in it.
Message message_of(const std::string& comment, int line) {
    Message message;
    message.line = line;
    static const std::regex parts(
        "wr:([0-9]+)(h?)(?:\\+([0-9]+))?, rd:([0-9]+);(?: [a-z0-9.]+;)? *([^;/]*[^;/ ])");
    std::smatch match;
    int sent = 0, received = 0;
    if (std::regex_search(comment, match, parts)) {
        sent = std::atoi(match[1].str().c_str()) - (match[2].length() > 0 ? 1 : 0);
        if (match[3].matched) sent += std::atoi(match[3].str().c_str());
        received = std::atoi(match[4].str().c_str());
        message.name = match[5];
    }
    message.writes = contains(message.name, "write") || contains(message.name, "atomic");
    message.bytes = 32 * (message.writes ? sent : received);
    return message;
}

}  // namespace

Assembly read_assembly(const std::string& text) {
    Assembly assembly;
    std::istringstream lines(text);
    std::string line;
    int source_line = 0;
    std::string first_file;
    bool is_elsewhere = false;
    const auto keep = [&] { assembly.code.push_back({is_elsewhere ? 0 : source_line, line}); };
    // "(W&f0.0) send (8|M0) ...", a label or a comment.
    static const std::regex instruction("^\\s*(?:\\([^)]*\\)\\s*)?([a-z][a-z0-9.]*)\\s*(?:\\(|\\s|$)");
    while (std::getline(lines, line)) {
        if (line.rfind("//.instCount", 0) == 0) assembly.instructions = std::atoi(line.c_str() + 12);
        if (line.rfind("//.spill size", 0) == 0) assembly.spilled_bytes = std::atoi(line.c_str() + 13);
        if (line.rfind("// Line ", 0) == 0) source_line = std::atoi(line.c_str() + 8);
        if (line.rfind("// File: ", 0) == 0) {
            if (first_file.empty()) first_file = line;
            is_elsewhere = line != first_file;
        }
        std::smatch match;
        if (line.empty() || line.rfind("//", 0) == 0) continue;
        const bool is_label = line.back() == ':' && line.find(' ') == std::string::npos;
        if (is_label) assembly.code.push_back({0, line});
        if (is_label || !std::regex_search(line, match, instruction)) continue;
        keep();
        const std::string operation = match[1];
        assembly.line_instructions[source_line]++;
        if (operation == "illegal") assembly.illegal++;
        if (operation == "call" || operation == "calla") assembly.calls++;
        if (operation.rfind("send", 0) != 0) continue;
        if (contains(line, "EOT")) continue;  // {EOT}, {$2,EOT}, {EOT,@1}
        const size_t comment = line.find("//");
        const std::string code = line.substr(0, comment);
        if (contains(code, " a0.")) assembly.indirect_messages++;
        const std::string said = comment == std::string::npos ? "" : line.substr(comment);
        assembly.messages.push_back(message_of(said, source_line));
        if (contains(said, "scratch")) assembly.spill_lines.push_back(source_line);
    }
    return assembly;
}

std::string trap_of(const std::string& kernel, const Assembly& assembly) {
    if (assembly.calls > 0)
        return "kernel " + kernel + " calls functions (" + std::to_string(assembly.calls) +
               "); expected that all are inlined";
    if (assembly.illegal > 0)
        return "kernel " + kernel + " has " + std::to_string(assembly.illegal) +
               " instructions that the target does not support; expected none";
    const auto moves_data = [](const Message& message) { return !contains(message.name, "fence"); };
    if (std::none_of(assembly.messages.begin(), assembly.messages.end(), moves_data) &&
        assembly.spill_lines.empty())
        return "kernel " + kernel + " reads and writes nothing; expected at least one message";
    if (assembly.indirect_messages > 0)
        return "kernel " + kernel + " has " + std::to_string(assembly.indirect_messages) +
               " messages whose surface is not fixed; expected none";
    return {};
}

}  // namespace genmedia::gen
