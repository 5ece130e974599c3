// SPDX-License-Identifier: MIT
#include "cm/gen/report/offloaded/opencl_text.h"

#include "cm/gen/report/report_parts.h"

#include <algorithm>
#include <cstdio>

namespace genmedia::gen {
namespace {

std::string array_note(const OpenClReport& report, const PrivateArray& array) {
    return placed_text(
        report.file, array.line, "note",
        array.name + " (" + std::to_string(array.bytes) +
            " bytes of a work-item) is in scratch memory instead of registers: " + array.reason);
}

std::string kept_text(const PrivateMemory& memory) {
    std::string text;
    for (const PrivateArray& array : memory.arrays)
        if (array.in_registers)
            text += (text.empty() ? "" : ", ") + array.name + " " + std::to_string(array.bytes) + " bytes";
    return text;
}

Json array_json(const PrivateArray& array) {
    return {{"name", array.name},
            {"line", array.line},
            {"bytes", array.bytes},
            {"in_registers", array.in_registers},
            {"reason", array.reason}};
}

}  // namespace

std::string table_text(const std::vector<OpenClReport>& reports) {
    size_t width = 6;
    for (const OpenClReport& report : reports) width = std::max(width, report.name.size());
    std::string text =
        "kernel" + std::string(width - 6, ' ') +
        "  work-items  peak of 128  at line  spilled bytes  scratch bytes of each  instructions  messages\n";
    for (const OpenClReport& report : reports) {
        char numbers[160];
        std::snprintf(numbers, sizeof numbers, "  %10d  %11d  %7d  %13d  %21d  %12d  %8zu\n", report.width,
                      report.pressure.peak, report.pressure.peak_line, report.assembly.spilled_bytes,
                      report.memory.bytes, report.assembly.instructions, report.assembly.messages.size());
        text += report.name + std::string(width - report.name.size(), ' ') + numbers;
    }
    return text;
}

std::string kernel_text(const OpenClReport& report, const std::vector<std::string>& source) {
    std::string text = "\n" + report.file + ": " + report.name + "\n" +
                       bars_text(report.pressure, report.assembly, source) +
                       peak_text(report.pressure, report.assembly) + ", for " + std::to_string(report.width) +
                       " work-items of a thread\n";
    if (const std::string kept = kept_text(report.memory); !kept.empty())
        text += "private arrays in registers: " + kept + " of a work-item\n";
    if (report.assembly.spilled_bytes > 0) {
        const auto& lines = report.assembly.spill_lines;
        text += placed_text(report.file, lines.empty() ? report.pressure.peak_line : lines.front(), "warning",
                            std::to_string(report.assembly.spilled_bytes) +
                                " bytes spilled, where more than 128 registers are live at once");
    }
    for (const PrivateArray& array : report.memory.arrays)
        if (!array.in_registers) text += array_note(report, array);
    if (report.assembly.spilled_bytes == 0 && report.memory.bytes == 0) text += "no hints\n";
    return text;
}

std::string json_text(const std::vector<OpenClReport>& reports) {
    Json kernels = Json::array();
    for (const OpenClReport& report : reports) {
        Json arrays = Json::array();
        for (const PrivateArray& array : report.memory.arrays) arrays.push_back(array_json(array));
        kernels.push_back({{"file", report.file},
                           {"kernel", report.name},
                           {"work_items", report.width},
                           {"peak", report.pressure.peak},
                           {"peak_line", report.pressure.peak_line},
                           {"spilled_bytes", report.assembly.spilled_bytes},
                           {"scratch_bytes", report.memory.bytes},
                           {"instructions", report.assembly.instructions},
                           {"messages", messages_json(report.assembly)},
                           {"arrays", arrays},
                           {"lines", lines_json(report.pressure)}});
    }
    return text_of(kernels);
}

}  // namespace genmedia::gen
