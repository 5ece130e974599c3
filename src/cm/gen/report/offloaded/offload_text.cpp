// SPDX-License-Identifier: MIT
#include "cm/gen/report/offloaded/offload_text.h"

#include "cm/gen/report/indirections.h"
#include "cm/gen/report/offloaded/opencl_text.h"
#include "cm/gen/report/report_parts.h"
#include "cm/gen/report/report_text.h"

#include <algorithm>
#include <set>

namespace genmedia::gen {
namespace {

constexpr int kRegisterBytes = 32;
// MEDIA_VFE_STATE of Intel's manuals for Gen8 to Gen11: per thread scratch space, at most 2 MB.
constexpr long kScratchBytes = 2L << 20;

// A row of the table.
struct Row {
    std::string name;
    int line = 0, bytes = 0;
    bool in_memory = false;
    std::string why;
    std::set<int> indirect;  // lines with an index that only the run knows
};

std::string where_text(const Row& row) {
    std::string text = row.in_memory ? "in memory" : "in registers";
    if (!row.why.empty()) text += (row.in_memory ? ": " : ", ") + row.why;
    if (!row.indirect.empty()) text += "; an index that only the run knows in " + lines_text(row.indirect);
    return text;
}

std::string table(const std::vector<Row>& rows) {
    if (rows.empty()) return "no arrays of its own\n";
    size_t width = 8;
    for (const Row& row : rows) width = std::max(width, row.name.size());
    const int w = static_cast<int>(width);
    std::string text = format("%-*s  line    bytes  where\n", w, "variable");
    for (const Row& row : rows)
        text += format("%-*s  %4d  %7s  ", w, row.name.c_str(), row.line,
                       row.bytes > 0 ? std::to_string(row.bytes).c_str() : "?") +
                where_text(row) + "\n";
    return text;
}

std::vector<Row> rows_of(const OffloadReport& report) {
    std::vector<Row> rows;
    for (const LocalVariable& variable : report.kernel.notes.variables) {
        Row row{
            variable.name, variable.line, variable.bytes, !variable.because.empty(), variable.because, {}};
        for (const Indirection& indirection : report.kernel.notes.indirections)
            if (indirection.object == variable.name) row.indirect.insert(indirection.line);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<Row> rows_of(const OffloadLanesReport& report) {
    std::vector<Row> rows;
    for (const LocalVariable& variable : report.variables) {
        const auto& arrays = report.kernel.memory.arrays;
        const auto known = std::find_if(arrays.begin(), arrays.end(), [&](const PrivateArray& array) {
            return array.name == variable.name && (array.line == 0 || array.line == variable.line);
        });
        Row row{variable.name, variable.line, variable.bytes, false, "all its indices are constants", {}};
        if (variable.shared) {
            row.in_memory = true;
            row.why = "the threads of a group share it";
        } else if (known != arrays.end()) {
            row.in_memory = !known->in_registers;
            row.why = known->in_registers ? "with indices that only the run knows" : known->reason;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

// Blocks that may begin anywhere; elements have no border to lie across.
bool is_unaligned(const MemoryAccess& access) {
    return access.alignment < kRegisterBytes && access.bytes >= kRegisterBytes;
}

std::string access_text(const MemoryAccess& access) {
    return std::string(access.writes ? "write" : "read") + " of " + std::to_string(access.bytes) +
           " bytes at a multiple of " + std::to_string(access.alignment) + ", as far as is known" +
           (access.writes && access.scattered ? ", in elements instead of blocks" : "") +
           "; aligned to 32 it costs least";
}

std::string pressure_text(const KernelReport& report) {
    return "pressure: " + std::to_string(report.pressure.peak * kRegisterBytes) + " of 4096 bytes\n";
}

Json row_json(const Row& row) {
    return {{"name", row.name},
            {"line", row.line},
            {"bytes", row.bytes > 0 ? Json(row.bytes) : Json()},
            {"in_registers", !row.in_memory},
            {"because", row.why},
            {"indirect_lines", row.indirect}};
}

template <class Report>
Json variables_json(const Report& report) {
    Json rows = Json::array();
    for (const Row& row : rows_of(report)) rows.push_back(row_json(row));
    return rows;
}

long scratch_bytes(const OffloadReport& report) {
    long bytes = report.kernel.assembly.spilled_bytes;
    for (const LocalVariable& variable : report.kernel.notes.variables)
        if (!variable.because.empty()) bytes += variable.bytes;
    return bytes;
}

}  // namespace

std::string scratch_error(const OffloadReport& report) {
    const long bytes = scratch_bytes(report);
    if (bytes <= kScratchBytes) return {};
    return report.kernel.name + " has " + std::to_string(bytes) +
           " bytes a thread in memory, arrays and spills; expected at most " + std::to_string(kScratchBytes) +
           ", which a Gen thread has";
}

std::string offload_text(const OffloadReport& report, const std::vector<std::string>& source) {
    const KernelReport& kernel = report.kernel;
    std::string text = report.error.empty()
                           ? kernel_text(kernel, source)
                           : "\n" + kernel.file + ": " + kernel.name + "\nno figures: " + report.error + "\n";
    if (report.error.empty()) text += pressure_text(kernel);
    text += table(rows_of(report));
    if (report.error.empty() && scratch_bytes(report) > kernel.assembly.spilled_bytes)
        text += "the figures are those of registers for all of them\n";
    std::set<std::string> said;
    for (const MemoryAccess& access : kernel.notes.accesses)
        if (is_unaligned(access))
            said.insert(placed_text(kernel.file, access.line, "note", access_text(access)));
    for (const std::string& note : said) text += note;
    return text;
}

std::string offload_text(const OffloadLanesReport& report, const std::vector<std::string>& source) {
    return kernel_text(report.kernel, source) + table(rows_of(report));
}

std::string offload_json(const std::vector<OffloadReport>& threads,
                         const std::vector<OffloadLanesReport>& lanes) {
    Json all = Json::array();
    for (const OffloadReport& report : threads) {
        Json kernel = Json::parse(json_text(std::vector<KernelReport>{report.kernel}))[0];
        if (!report.error.empty()) kernel = {{"file", report.kernel.file}, {"kernel", report.kernel.name}};
        kernel["rounds"] = "threads";
        kernel["error"] = report.error.empty() ? Json() : Json(report.error);
        kernel["variables"] = variables_json(report);
        Json accesses = Json::array();
        for (const MemoryAccess& access : report.kernel.notes.accesses)
            accesses.push_back({{"line", access.line},
                                {"bytes", access.bytes},
                                {"alignment", access.alignment},
                                {"writes", access.writes},
                                {"scattered", access.scattered}});
        kernel["accesses"] = accesses;
        all.push_back(kernel);
    }
    for (const OffloadLanesReport& report : lanes) {
        Json kernel = Json::parse(json_text(std::vector<OpenClReport>{report.kernel}))[0];
        kernel["rounds"] = "lanes";
        kernel["variables"] = variables_json(report);
        all.push_back(kernel);
    }
    return text_of(all);
}

}  // namespace genmedia::gen
