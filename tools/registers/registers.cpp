// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "cm/compiler/compiler.h"
#include "cm/compiler/paths.h"
#include "cm/compiler/targets.h"
#include "tools/distinct_files.h"
#include "tools/flag_values.h"
#include "tools/registers/offload_reports.h"
#include "tools/registers/register_page.h"
#include "tools/registers/report_limits.h"

#include "base/files.h"
#include "base/interruption.h"
#include "base/printable.h"
#include "cm/gen/intel_backend.h"
#include "cm/gen/report/offloaded/opencl_text.h"
#include "cm/gen/report/report_plot.h"
#include "cm/gen/report/report_text.h"
#include "media/video/output/output_file.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <type_traits>

namespace {

using namespace genmedia;

struct Request {
    std::vector<std::string> files, defines, folders;
    std::string target = "skl", plot, html, cl_options;
    bool json = false;
    int grf = gen::kRegistersOfAThread;
    std::optional<int> max_spill, max_registers;
};

// False after a message.
bool report_file(const Request& request, const std::string& file, std::vector<gen::KernelReport>& reports) {
    cmc::Options options;
    options.expected_kernel = "a function marked _GENX_MAIN_, or a loop behind #pragma offload target(gfx)";
    options.target = request.target;
    for (const std::string& define : request.defines)
        options.passed_on.insert(options.passed_on.end(), {"-D", define});
    for (const std::string& folder : request.folders)
        options.passed_on.insert(options.passed_on.end(), {"-I", folder});
    cmc::GenInput input;
    int compiler_status = 0;
    if (const Status status = cmc::gen_input(options, file, input, compiler_status); !status.ok()) {
        registers_error(status.message().empty() ? file + " does not compile" : status.message());
        return false;
    }
    for (const gen::KernelName& kernel : input.kernels) {
        gen::KernelReport report;
        if (const Status status = gen::report(file, input.module, kernel, request.target, report);
            !status.ok()) {
            registers_error(status.message());
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
    if (!status.ok()) registers_error(status.message());
    return status.ok();
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
        if (!request.plot.empty() && !base::write_file(request.plot, gen::plot_text(reports, sources)))
            return registers_error("cannot write " + request.plot + ": " + std::strerror(errno));
    if (!request.html.empty())
        if (const Status status = write_register_page(request.html, request.target, reports); !status.ok())
            return registers_error(status.message());
    return check_limits(request, reports);
}

bool all_are_opencl(const Request& request) { return std::ranges::all_of(request.files, is_opencl); }

bool is_offloaded(const std::string& file) { return cmc::can_read(file).ok() && is_offload_program(file); }

bool all_are_offloaded(const Request& request) { return std::ranges::all_of(request.files, is_offloaded); }

void refuse_wrong_page(const Request& request) {
    if (request.html.empty()) return;
    if (!media::has_ending(request.html, ".html")) refuse("--html", request.html, "NAME.html");
    if (all_are_offloaded(request))
        refuse("--html", request.html,
               "files of C for Metal or OpenCL C with it; of programs there is text and JSON");
    if (Status status = check_distinct(request.files, {request.html}); !status.ok())
        throw CLI::ValidationError("--html", status.message());
}

void refuse_wrong_values(const Request& request) {
    if (!gen::has_device(request.target))
        refuse("--march", request.target, "one of " + gen::device_names() + ", for which there is Gen code");
    // The back end takes 256 for each target, though these GPUs have no such mode.
    if (request.grf != gen::kRegistersOfAThread)
        refuse("--grf", std::to_string(request.grf),
               std::to_string(gen::kRegistersOfAThread) + ", which a thread of " + request.target +
                   " has; 256 are in dg2 and pvc, for which there is no Gen code here");
    if (!all_are_opencl(request) && std::ranges::any_of(request.files, is_opencl))
        throw CLI::ValidationError("files of OpenCL C and of C for Metal, expected those of one language");
    if (!all_are_offloaded(request) && std::ranges::any_of(request.files, is_offloaded))
        throw CLI::ValidationError(
            "programs with offloaded loops and kernel files, expected files of one kind");
    if (!request.cl_options.empty() && !all_are_opencl(request))
        refuse("--cl-options", request.cl_options, "files of OpenCL C with it, named NAME.cl");
    refuse_wrong_page(request);
    if (request.plot.empty()) return;
    if (all_are_offloaded(request))
        refuse("--plot", request.plot, "files of C for Metal with it; of programs there is text and JSON");
    if (all_are_opencl(request))
        refuse("--plot", request.plot, "files of C for Metal with it; of OpenCL C there is text and JSON");
    if (!request.plot.ends_with(".svg")) refuse("--plot", request.plot, "NAME.svg");
    for (const std::string& file : request.files)
        if (std::error_code error; std::filesystem::equivalent(file, request.plot, error))
            refuse("--plot", request.plot, "another file, as this one is the input " + file);
}

int run_offloaded(const Request& request) {
    OffloadRequest offloaded{request.target,    {},
                             request.json,      request.files.size() == 1,
                             request.max_spill, request.max_registers};
    for (const std::string& define : request.defines) offloaded.preprocessing.push_back("-D" + define);
    for (const std::string& folder : request.folders) offloaded.preprocessing.push_back("-I" + folder);
    return report_offloaded_loops(offloaded, request.files);
}

int run(const Request& request) {
    if (all_are_offloaded(request)) return run_offloaded(request);
    return all_are_opencl(request) ? report_all<gen::OpenClReport>(request, report_opencl_file)
                                   : report_all<gen::KernelReport>(request, report_file);
}

void add_limit(CLI::App& app, const std::string& flag, std::optional<int>& limit, const std::string& help) {
    const auto parse = [flag, &limit](const std::string& text) {
        if (!parse_number(text, limit.emplace())) refuse(flag, text, "a whole number, 0 or more");
    };
    app.add_option_function<std::string>(flag, parse, help)->type_name("N");
}

}  // namespace

void add_registers_command(CLI::App& app, int& exit_status) {
    CLI::App* command = app.add_subcommand(
        "registers",
        "Say what kernels of C for Metal or OpenCL C, and offloaded loops, cost in registers of a Gen GPU");
    auto request = std::make_shared<Request>();
    command
        ->add_option("files", request->files,
                     "Kernel files, NAME.cl of OpenCL C; one: line by line, several: a table")
        ->type_name("FILE")
        ->required();
    note_names(
        *command->add_option("--march", request->target, "The generation: bdw, skl (default), icllp, tgllp"),
        {"bdw", "skl", "icllp", "tgllp"});
    add_number(*command, "--grf", request->grf, 1, 4096,
               "Registers of a thread: 128, which all of these have");
    command->add_option("-D", request->defines, "NAME or NAME=VALUE: a macro")->allow_extra_args(false);
    command->add_option("-I", request->folders, "A folder of headers")
        ->type_name("DIR")
        ->allow_extra_args(false);
    command->add_option("--cl-options", request->cl_options, "For OpenCL C: options as for clBuildProgram");
    command->add_option("--plot", request->plot, "Draw a bar for each source line to this SVG file")
        ->type_name("FILE");
    command->add_option("--html", request->html, "Show source beside assembly in this HTML file")
        ->type_name("FILE");
    command->add_flag("--json", request->json, "Print JSON");
    add_limit(*command, "--max-spill", request->max_spill, "Exit with 1 where a kernel spills more bytes");
    add_limit(*command, "--max-registers", request->max_registers,
              "Exit with 1 where a kernel has more registers live at once");
    command->callback([request, &exit_status] {
        if (const std::string name = cmc::target_name(request->target); !name.empty()) request->target = name;
        refuse_wrong_values(*request);
        interruption::hold_back();
        exit_status = run(*request);
        interruption::die();
    });
}
