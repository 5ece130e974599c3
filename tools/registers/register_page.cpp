// SPDX-License-Identifier: MIT
#include "tools/registers/register_page.h"

#include "cm/gen/report/offloaded/opencl_text.h"
#include "cm/gen/report/report_text.h"
#include "genmedia/version.h"
#include "media/drawing/page/page_writer.h"
#include "tools/json_lines.h"
#include "tools/registers/report_limits.h"

using namespace genmedia;

namespace {

constexpr int64_t kMostBytes = 200'000'000;

Json code_of(const gen::Assembly& assembly) {
    Json code = Json::array();
    for (const gen::CodeLine& line : assembly.code) code.push_back(Json::array({line.line, line.text}));
    return code;
}

Json steps_of(const gen::Pressure& pressure) {
    Json steps = Json::array();
    for (const gen::PressureStep& step : pressure.steps) steps.push_back(Json::array({step.live, step.line}));
    return steps;
}

// What --json says of the kernels, their code, and the files that they are in.
template <class Report>
Status write_page(const std::string& path, const std::string& target, const std::vector<Report>& reports) {
    Json about{{"format", 1},
               {"made_by", std::string("genmedia ") + version()},
               {"target", target},
               {"registers", gen::kRegistersOfAThread}};
    about["kernels"] = Json::parse(gen::json_text(reports));
    for (size_t k = 0; k < reports.size(); k++) {
        about["kernels"][k]["code"] = code_of(reports[k].assembly);
        about["kernels"][k]["steps"] = steps_of(reports[k].pressure);
        about["kernels"][k]["spill_lines"] = reports[k].assembly.spill_lines;
        about["sources"][about["kernels"][k]["file"].get<std::string>()] = lines_of(reports[k].file);
    }
    media::PageWriter page;
    const Status status = page.open(path, media::PageKind::registers, kMostBytes);
    if (!status.ok()) return status;
    return page.finish(about.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Status write_register_page(const std::string& path, const std::string& target,
                           const std::vector<gen::KernelReport>& reports) {
    return write_page(path, target, reports);
}

Status write_register_page(const std::string& path, const std::string& target,
                           const std::vector<gen::OpenClReport>& reports) {
    return write_page(path, target, reports);
}
