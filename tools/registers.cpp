// SPDX-License-Identifier: MIT
#include "registers.h"

#include "cmc/compiler.h"
#include "cmc/paths.h"
#include "cmc/targets.h"

#include "base/files.h"
#include "base/interruption.h"
#include "gen/backend.h"
#include "gen/opencl_text.h"
#include "gen/report_plot.h"
#include "gen/report_text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>
#include <type_traits>

namespace {

using namespace genmedia;

struct Request {
    std::vector<std::string> files, defines, folders;
    std::string target = "skl", plot, cl_options;
    bool json = false;
    int grf = gen::kRegistersOfAThread, max_spill = -1, max_registers = -1;
};

std::vector<std::string> lines_of(const std::string& path) {
    std::vector<std::string> lines;
    std::istringstream text(read_file(path));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

int fail(const std::string& text) {
    std::fprintf(stderr, "genmedia: registers: %s\n", text.c_str());
    return 1;
}

// False after a message.
bool report_file(const Request& request, const std::string& file, std::vector<gen::KernelReport>& reports) {
    cmc::Options options;
    options.target = request.target;
    for (const std::string& define : request.defines)
        options.passed_on.insert(options.passed_on.end(), {"-D", define});
    for (const std::string& folder : request.folders)
        options.passed_on.insert(options.passed_on.end(), {"-I", folder});
    cmc::GenInput input;
    int compiler_status = 0;
    if (const Status status = cmc::gen_input(options, file, input, compiler_status); !status.ok()) {
        fail(status.message().empty() ? file + " does not compile" : status.message());
        return false;
    }
    for (const gen::KernelName& kernel : input.kernels) {
        gen::KernelReport report;
        if (const Status status = gen::report(file, input.module, kernel, request.target, report);
            !status.ok()) {
            fail(status.message());
            return false;
        }
        reports.push_back(std::move(report));
    }
    return true;
}

bool is_opencl(const std::string& file) {
    return file.size() > 3 && file.compare(file.size() - 3, 3, ".cl") == 0;
}

// False after a message.
bool report_opencl_file(const Request& request, const std::string& file,
                        std::vector<gen::OpenClReport>& reports) {
    std::string options = request.cl_options;
    for (const std::string& define : request.defines) options += " -D " + define;
    for (const std::string& folder : request.folders)
        options += " -I \"" + std::filesystem::absolute(folder).string() + "\"";
    Status status = cmc::can_read(file);
    if (status.ok()) status = gen::report_opencl(file, request.target, options, reports);
    if (!status.ok()) fail(status.message());
    return status.ok();
}

// 1 if a limit is exceeded, with a message for each.
template <class Report>
int check_limits(const Request& request, const std::vector<Report>& reports) {
    int status = 0;
    for (const Report& report : reports) {
        const int spilled = report.assembly.spilled_bytes, peak = report.pressure.peak;
        if (request.max_spill >= 0 && spilled > request.max_spill)
            status = fail(report.name + " spills " + std::to_string(spilled) + " bytes; expected at most " +
                          std::to_string(request.max_spill));
        if (request.max_registers >= 0 && peak > request.max_registers)
            status = fail(report.name + " has " + std::to_string(peak) +
                          " registers live; expected at most " + std::to_string(request.max_registers));
    }
    return status;
}

// Reports as text or JSON, and for C for Metal also as a picture.
template <class Report, class ReportFile>
int report_all(const Request& request, const ReportFile& report_one) {
    std::vector<Report> reports;
    for (const std::string& file : request.files)
        if (!report_one(request, file, reports)) return 1;
    std::vector<std::vector<std::string>> sources;
    for (const Report& report : reports) sources.push_back(lines_of(report.file));
    std::string text = request.json ? gen::json_text(reports) : gen::table_text(reports);
    if (!request.json && request.files.size() == 1)
        for (size_t k = 0; k < reports.size(); k++) text += gen::kernel_text(reports[k], sources[k]);
    std::fputs(text.c_str(), stdout);
    if constexpr (std::is_same_v<Report, gen::KernelReport>)
        if (!request.plot.empty() && !write_file(request.plot, gen::plot_text(reports, sources)))
            return fail("cannot write " + request.plot + ": " + std::strerror(errno));
    return check_limits(request, reports);
}

int run(const Request& request) {
    if (!gen::has_device(request.target))
        return fail("no Gen code for " + request.target + "; expected one of " + gen::device_names());
    // The back end takes 256 for each target, though these GPUs have no such mode.
    if (request.grf != gen::kRegistersOfAThread)
        return fail("--grf " + std::to_string(request.grf) + ": a thread of " + request.target + " has " +
                    std::to_string(gen::kRegistersOfAThread) +
                    " registers; 256 are in dg2 and pvc, for which there is no Gen code here");
    const auto opencl = std::count_if(request.files.begin(), request.files.end(), is_opencl);
    if (opencl == static_cast<std::ptrdiff_t>(request.files.size()))
        return request.plot.empty() ? report_all<gen::OpenClReport>(request, report_opencl_file)
                                    : fail("--plot is for C for Metal; of OpenCL C there is text and JSON");
    if (opencl > 0)
        return fail("files of OpenCL C and of C for Metal together; expected those of one language");
    return report_all<gen::KernelReport>(request, report_file);
}

}  // namespace

void add_registers_command(CLI::App& app, int& exit_status) {
    CLI::App* command = app.add_subcommand(
        "registers", "Say what kernels of C for Metal or OpenCL C cost in registers of a Gen GPU");
    auto request = std::make_shared<Request>();
    command
        ->add_option("files", request->files,
                     "Kernel files, NAME.cl of OpenCL C; one: line by line, several: a table")
        ->required();
    command->add_option("--march", request->target, "The generation: bdw, skl (default), icllp, tgllp");
    command->add_option("--grf", request->grf, "Registers of a thread: 128, which all of these have");
    command->add_option("-D", request->defines, "NAME or NAME=VALUE: a macro")->allow_extra_args(false);
    command->add_option("-I", request->folders, "A folder of headers")->allow_extra_args(false);
    command->add_option("--cl-options", request->cl_options, "For OpenCL C: options as for clBuildProgram");
    command->add_option("--plot", request->plot, "Draw a bar for each source line to this SVG file");
    command->add_flag("--json", request->json, "Print JSON");
    command->add_option("--max-spill", request->max_spill, "Exit with 1 where a kernel spills more bytes");
    command->add_option("--max-registers", request->max_registers,
                        "Exit with 1 where a kernel has more registers live at once");
    command->callback([request, &exit_status] {
        if (const std::string name = cmc::target_name(request->target); !name.empty()) request->target = name;
        interruption::hold_back();
        exit_status = run(*request);
        interruption::die();
    });
}
