// SPDX-License-Identifier: MIT
#include "cm/gen/report/report_text.h"

#include "cm/gen/report/report_parts.h"

#include <algorithm>

namespace genmedia::gen {
namespace {

std::string fewest_text(const KernelReport& report) {
    if (report.fewest == 0) return "-";
    return (report.at_floor ? "<=" : "") + std::to_string(report.fewest);
}

const std::vector<Variable>& live_at_peak(const KernelReport& report) {
    static const std::vector<Variable> none;
    const auto found = report.notes.live.find(report.pressure.peak_line);
    return found == report.notes.live.end() ? none : found->second;
}

std::string registers_text(int n) { return std::to_string(n) + (n == 1 ? " register" : " registers"); }

// The registers at the peak that belong to no live variable or temporary.
int registers_without_name(const KernelReport& report) {
    int named = 0;
    for (const Variable& variable : live_at_peak(report)) named += (variable.bytes + 31) / 32;
    return std::max(report.pressure.peak - named, 0);
}

// Notes that with fewer registers some values are computed twice.
std::string fewest_note(const KernelReport& report) {
    const int more = report.fewest_instructions - report.assembly.instructions;
    if (report.fewest == 0 || report.fewest >= report.pressure.peak || more <= 0) return {};
    return "with " + fewest_text(report) + " registers it has " + std::to_string(report.fewest_instructions) +
           " instructions: the back end then computes again what it would keep\n";
}

}  // namespace

std::string live_text(const KernelReport& report) {
    std::string text;
    for (const Variable& variable : live_at_peak(report))
        text += (text.empty() ? "" : ", ") + variable.name + " " + std::to_string(variable.bytes) + " bytes";
    if (text.empty()) return "no vector or matrix";
    const int rest = registers_without_name(report);
    return rest > 0 ? text + ", and " + registers_text(rest) + " of scalars and values on the way" : text;
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
    text += bars_text(report.pressure, report.assembly, source);
    text +=
        peak_text(report.pressure, report.assembly) + ": " + live_text(report) + "\n" + fewest_note(report);
    if (report.assembly.spilled_bytes > 0) {
        int line = report.pressure.peak_line;
        if (!report.assembly.spill_lines.empty()) line = report.assembly.spill_lines.front();
        text += placed_text(report.file, line, "warning",
                            std::to_string(report.assembly.spilled_bytes) +
                                " bytes spilled, where more than 128 registers are live at once");
    }
    for (const Hint& hint : report.notes.hints)
        text += placed_text(report.file, hint.line, "note", hint.text);
    if (report.notes.hints.empty() && report.assembly.spilled_bytes == 0) text += "no hints\n";
    return text;
}

std::string json_text(const std::vector<KernelReport>& reports) {
    Json kernels = Json::array();
    for (const KernelReport& report : reports) {
        const bool known = report.fewest != 0;
        Json live = Json::array(), hints = Json::array();
        for (const Variable& variable : live_at_peak(report))
            live.push_back({{"name", variable.name}, {"bytes", variable.bytes}});
        for (const Hint& hint : report.notes.hints)
            hints.push_back({{"line", hint.line}, {"text", hint.text}});
        kernels.push_back({{"file", report.file},
                           {"kernel", report.name},
                           {"peak", report.pressure.peak},
                           {"peak_line", report.pressure.peak_line},
                           {"fewest", known ? Json(report.fewest) : Json()},
                           {"fewest_instructions", known ? Json(report.fewest_instructions) : Json()},
                           {"spilled_bytes", report.assembly.spilled_bytes},
                           {"instructions", report.assembly.instructions},
                           {"messages", messages_json(report.assembly)},
                           {"live", live},
                           {"lines", lines_json(report.pressure)},
                           {"hints", hints}});
    }
    return text_of(kernels);
}

}  // namespace genmedia::gen
