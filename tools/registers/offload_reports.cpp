// SPDX-License-Identifier: MIT
#include "tools/registers/offload_reports.h"

#include "base/files.h"
#include "base/printable.h"
#include "cm/gen/lane_kernels.h"
#include "cm/gen/report/offloaded/offload_text.h"
#include "cm/gen/report/offloaded/opencl_text.h"
#include "cm/gen/report/report_text.h"
#include "gfx/compiler/kernel_source.h"
#include "gfx/compiler/offloaded_loops.h"
#include "tools/registers/report_limits.h"

#include <cstdio>

namespace {

using namespace genmedia;

struct Reports {
    std::vector<gen::OffloadReport> threads;
    std::vector<gen::OffloadLanesReport> lanes;
    gfxcc::Places for_lanes;
    int status = 0;
};

// A failure that the compiler explained has no message.
bool failed(const Status& status, const std::string& file, Reports& reports) {
    if (status.ok()) return false;
    reports.status =
        registers_error(status.message().empty() ? file + " does not compile" : status.message());
    return true;
}

bool loops_of(const OffloadRequest& request, const std::string& file, cmc::Rounds rounds, Reports& reports,
              gfxcc::OffloadedLoops& loops) {
    loops.for_lanes = reports.for_lanes;
    gfxcc::Options options;
    options.preprocessing = request.preprocessing;
    if (failed(gfxcc::offloaded_loops(options, file, request.target, rounds, loops), file, reports))
        return false;
    for (const std::string& loop : loops.without) reports.status = registers_error(loop);
    for (const std::string& why : loops.why)
        std::fprintf(stderr, "genmedia: registers: no C for Metal, so a round a lane: %s\n",
                     base::printable(why).c_str());
    reports.for_lanes = loops.for_lanes;
    return true;
}

void add_threads(const OffloadRequest& request, const std::string& file, Reports& reports) {
    gfxcc::OffloadedLoops loops;
    if (!loops_of(request, file, cmc::Rounds::threads, reports, loops)) return;
    for (size_t k = 0; k < loops.kernels.size(); k++) {
        gen::OffloadReport report;
        const Status status =
            gen::report(loops.files[k], loops.module, loops.kernels[k], request.target, report.kernel);
        report.kernel.file = loops.files[k];
        report.kernel.name = loops.kernels[k].name;
        report.error = status.message();
        if (const std::string error = gen::scratch_error(report); !error.empty())
            reports.status = registers_error(error);
        reports.threads.push_back(std::move(report));
    }
}

void add_lanes(const OffloadRequest& request, const std::string& file, Reports& reports) {
    gfxcc::OffloadedLoops loops;
    if (!loops_of(request, file, cmc::Rounds::lanes, reports, loops)) return;
    for (size_t k = 0; k < loops.kernels.size(); k++) {
        std::string bitcode;
        gen::Notes notes;
        std::vector<gen::OpenClReport> kernels;
        Status status = gen::make_lane_kernels(loops.module, {loops.kernels[k]}, bitcode, &notes);
        if (status.ok()) status = gen::report_lanes(loops.files[k], bitcode, request.target, kernels);
        if (!status.ok()) {
            reports.status =
                registers_error(loops.files[k] + ": " + loops.kernels[k].name + ": " + status.message());
            continue;
        }
        for (gen::OpenClReport& kernel : kernels)
            reports.lanes.push_back({std::move(kernel), notes.variables});
    }
}

std::vector<gen::KernelReport> with_figures(const std::vector<gen::OffloadReport>& reports) {
    std::vector<gen::KernelReport> kernels;
    for (const gen::OffloadReport& report : reports)
        if (report.error.empty()) kernels.push_back(report.kernel);
    return kernels;
}

std::vector<gen::OpenClReport> with_figures(const std::vector<gen::OffloadLanesReport>& reports) {
    std::vector<gen::OpenClReport> kernels;
    for (const gen::OffloadLanesReport& report : reports) kernels.push_back(report.kernel);
    return kernels;
}

template <class Report>
std::string text_of(const std::vector<Report>& reports, bool line_by_line) {
    if (reports.empty()) return {};
    std::string text;
    if (const auto kernels = with_figures(reports); !kernels.empty()) text = gen::table_text(kernels);
    if (line_by_line)
        for (const Report& report : reports) text += gen::offload_text(report, lines_of(report.kernel.file));
    return text + "\n";
}

}  // namespace

bool is_offload_program(const std::string& file) { return gfxcc::is_program(file); }

int report_offloaded_loops(const OffloadRequest& request, const std::vector<std::string>& files) {
    Reports reports;
    for (const std::string& file : files) {
        reports.for_lanes.clear();
        add_threads(request, file, reports);
        if (reports.status != 0 && reports.threads.empty()) return reports.status;
        add_lanes(request, file, reports);
    }
    const std::string text = request.json ? gen::offload_json(reports.threads, reports.lanes)
                                          : text_of(reports.threads, request.line_by_line) +
                                                text_of(reports.lanes, request.line_by_line);
    std::fputs(text.c_str(), stdout);
    if (reports.threads.empty() && reports.lanes.empty() && reports.status == 0)
        return registers_error(
            files[0] +
            ": no offloaded loop is compiled: there is none, none is used, or each is in a member marked "
            "target(gfx_kernel)");
    const int limits = check_limits(request, with_figures(reports.threads)) |
                       check_limits(request, with_figures(reports.lanes));
    return reports.status | limits;
}
