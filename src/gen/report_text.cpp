#include "gen/report_text.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace genmedia::gen {
namespace {

template <class... A>
std::string format(const char* text, A... a) {
    char line[512];
    std::snprintf(line, sizeof line, text, a...);
    return line;
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        if (static_cast<unsigned char>(c) < 32)
            result += format("\\u%04x", c);
        else
            result += c;
    }
    return result;
}

std::string fewest_text(const KernelReport& report) {
    if (report.fewest == 0) return "-";
    return (report.at_floor ? "<=" : "") + std::to_string(report.fewest);
}

// How many messages each source line became, by name and bytes.
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

const std::vector<Variable>& alive_at_peak(const KernelReport& report) {
    static const std::vector<Variable> none;
    const auto found = report.notes.alive.find(report.pressure.peak_line);
    return found == report.notes.alive.end() ? none : found->second;
}

}  // namespace

std::string alive_text(const KernelReport& report) {
    std::string text;
    for (const Variable& variable : alive_at_peak(report))
        text += (text.empty() ? "" : ", ") + variable.name + " " + std::to_string(variable.bytes) + " bytes";
    return text.empty() ? "no vector or matrix" : text;
}

std::string table_text(const std::vector<KernelReport>& reports) {
    size_t width = 6;
    for (const KernelReport& report : reports) width = std::max(width, report.name.size());
    const int w = static_cast<int>(width);
    std::string text =
        format("%-*s  peak of 128  at line  fewest  spilled bytes  instructions  messages\n", w, "kernel");
    for (const KernelReport& report : reports)
        text +=
            format("%-*s  %11d  %7d  %6s  %13d  %12d  %8zu\n", w, report.name.c_str(), report.pressure.peak,
                   report.pressure.peak_line, fewest_text(report).c_str(), report.assembly.spilled_bytes,
                   report.assembly.instructions, report.assembly.messages.size());
    return text;
}

std::string kernel_text(const KernelReport& report, const std::vector<std::string>& source) {
    std::string text = "\n" + report.file + ": " + report.name + "\n";
    const auto messages = by_line(report.assembly);
    for (const auto& [line, alive] : report.pressure.lines) {
        const std::string bar(static_cast<size_t>((alive + 3) / 4), '#');
        text += format("%5d %4d %-32s %s\n", line, alive, bar.c_str(), source_line(source, line).c_str());
        const auto here = messages.find(line);
        if (here == messages.end()) continue;
        for (const auto& [message, count] : here->second)
            text += format("%10s %d x %s, %d bytes\n", "", count, message.first.c_str(), message.second);
    }
    text += format("peak of %d registers at line %d: ", report.pressure.peak, report.pressure.peak_line) +
            alive_text(report) + "\n";
    if (report.assembly.spilled_bytes > 0) {
        int line = report.pressure.peak_line;
        if (!report.assembly.spill_lines.empty()) line = report.assembly.spill_lines.front();
        text += format("%s:%d: warning: %d bytes spilled, where more than 128 registers are alive at once\n",
                       report.file.c_str(), line, report.assembly.spilled_bytes);
    }
    for (const Mend& mend : report.notes.mends)
        text += format("%s:%d: note: %s\n", report.file.c_str(), mend.line, mend.text.c_str());
    if (report.notes.mends.empty() && report.assembly.spilled_bytes == 0) text += "nothing to mend\n";
    return text;
}

std::string json_text(const std::vector<KernelReport>& reports) {
    std::string text = "[";
    for (const KernelReport& report : reports) {
        text += text.size() > 1 ? ",\n {" : "\n {";
        text += "\"file\": \"" + escaped(report.file) + "\", \"kernel\": \"" + escaped(report.name) +
                "\", \"peak\": " + std::to_string(report.pressure.peak) +
                ", \"peak_line\": " + std::to_string(report.pressure.peak_line) +
                ", \"fewest\": " + (report.fewest ? std::to_string(report.fewest) : "null") +
                ", \"spilled_bytes\": " + std::to_string(report.assembly.spilled_bytes) +
                ", \"instructions\": " + std::to_string(report.assembly.instructions) +
                ",\n  \"messages\": [";
        std::string separator;
        for (const auto& [line, messages] : by_line(report.assembly))
            for (const auto& [message, count] : messages) {
                text += separator + "{\"line\": " + std::to_string(line) + ", \"name\": \"" +
                        escaped(message.first) + "\", \"bytes\": " + std::to_string(message.second) +
                        ", \"count\": " + std::to_string(count) + "}";
                separator = ", ";
            }
        text += "],\n  \"alive\": [";
        separator.clear();
        for (const Variable& variable : alive_at_peak(report)) {
            text += separator + "{\"name\": \"" + escaped(variable.name) +
                    "\", \"bytes\": " + std::to_string(variable.bytes) + "}";
            separator = ", ";
        }
        text += "],\n  \"lines\": {";
        separator.clear();
        for (const auto& [line, alive] : report.pressure.lines) {
            text += separator + "\"" + std::to_string(line) + "\": " + std::to_string(alive);
            separator = ", ";
        }
        text += "},\n  \"mend\": [";
        separator.clear();
        for (const Mend& mend : report.notes.mends) {
            text += separator + "{\"line\": " + std::to_string(mend.line) + ", \"text\": \"" +
                    escaped(mend.text) + "\"}";
            separator = ", ";
        }
        text += "]}";
    }
    return text + "\n]\n";
}

}  // namespace genmedia::gen
