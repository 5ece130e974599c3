// SPDX-License-Identifier: MIT
#include "cm/gen/report/report_parts.h"

#include <map>

namespace genmedia::gen {
namespace {

// How many messages each source line became, by message name and bytes.
std::map<int, std::map<std::pair<std::string, int>, int>> by_line(const Assembly& assembly) {
    std::map<int, std::map<std::pair<std::string, int>, int>> lines;
    for (const Message& message : assembly.messages) lines[message.line][{message.name, message.bytes}]++;
    return lines;
}

std::string source_line(const std::vector<std::string>& source, int line) {
    if (line < 1 || static_cast<size_t>(line) > source.size()) return {};
    const std::string& text = source[static_cast<size_t>(line - 1)];
    const size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, 60);
}

}  // namespace

std::string bars_text(const Pressure& pressure, const Assembly& assembly,
                      const std::vector<std::string>& source) {
    std::string text;
    const auto messages = by_line(assembly);
    for (const auto& [line, live] : pressure.lines) {
        const std::string bar(static_cast<size_t>((live + 3) / 4), '#');
        text += format("%5d %4d %-32s %s\n", line, live, bar.c_str(), source_line(source, line).c_str());
        const auto here = messages.find(line);
        if (here == messages.end()) continue;
        for (const auto& [message, count] : here->second)
            text += format("%10s %d x %s, %d bytes\n", "", count, message.first.c_str(), message.second);
    }
    return text;
}

Json messages_json(const Assembly& assembly) {
    Json list = Json::array();
    for (const auto& [line, messages] : by_line(assembly))
        for (const auto& [message, count] : messages)
            list.push_back(
                {{"line", line}, {"name", message.first}, {"bytes", message.second}, {"count", count}});
    return list;
}

Json lines_json(const Pressure& pressure) {
    Json lines = Json::object();
    for (const auto& [line, live] : pressure.lines) lines[std::to_string(line)] = live;
    return lines;
}

std::string text_of(const Json& json) {
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string peak_text(const Pressure& pressure, const Assembly& assembly) {
    std::string text = "peak of " + std::to_string(pressure.peak) + " registers at line " +
                       std::to_string(pressure.peak_line);
    if (pressure.peak > 128 && assembly.spilled_bytes == 0)
        text += " (of 128: the back end computes again what it cannot keep, and spills nothing)";
    return text;
}

std::string placed_text(const std::string& file, int line, const char* what, const std::string& text) {
    return file + ":" + std::to_string(line) + ": " + what + ": " + text + "\n";
}

}  // namespace genmedia::gen
