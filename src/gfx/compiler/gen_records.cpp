// SPDX-License-Identifier: MIT
#include "gen_section.h"
#include "offloaded_loops.h"

#include "cm/gen/assembly.h"
#include "cm/gen/intel_backend.h"
#include "cm/gen/lane_kernels.h"
#include "cm/gen/report/offloaded/opencl_report.h"

#include <filesystem>

namespace genmedia::gfxcc {
namespace {

// The code of one kernel and its listing. A kernel a file: one that cannot be compiled takes no other with
// it.
Status thread_code(const OffloadedLoops& loops, const gen::KernelName& kernel, const std::string& target,
                   std::string& code, std::string& listing) {
    std::string lowered;
    if (Status status = gen::lower(loops.module, {kernel}, lowered); !status.ok()) return status;
    gen::Compiled compiled;
    if (Status status = gen::compile(lowered, target, {kernel.name}, {}, compiled); !status.ok())
        return status;
    code = compiled.binary;
    listing = compiled.assembly[kernel.name];
    const std::string trap = gen::trap_of(kernel.name, gen::read_assembly(listing));
    return trap.empty() ? Status() : Status(StatusCode::unsupported, trap);
}

Status lane_code(const OffloadedLoops& loops, const gen::KernelName& kernel, const std::string& target,
                 std::string& code, std::string& listing) {
    std::string bitcode;
    if (Status status = gen::make_lane_kernels(loops.module, {kernel}, bitcode, nullptr); !status.ok())
        return status;
    std::vector<gen::OpenClReport> reports;
    Status status = gen::report_lanes(kernel.name, bitcode, target, reports, &code);
    if (!reports.empty()) listing = reports[0].text;
    return status;
}

}  // namespace

Status gen_records(const Options& options, const std::string& file, const std::string& target,
                   std::vector<GenRecord>& records, std::vector<std::string>& warnings) {
    Places for_lanes;
    const std::string stem = std::filesystem::path(file).stem().string();
    for (const cmc::Rounds rounds : {cmc::Rounds::threads, cmc::Rounds::lanes}) {
        OffloadedLoops loops;
        loops.for_lanes = for_lanes;
        if (Status status = offloaded_loops(options, file, target, rounds, loops); !status.ok())
            return status;
        for_lanes = loops.for_lanes;
        for (const std::string& without : loops.without) warnings.push_back(without);
        for (const gen::KernelName& kernel : loops.kernels) {
            std::string code, listing;
            const Status status = rounds == cmc::Rounds::threads
                                      ? thread_code(loops, kernel, target, code, listing)
                                      : lane_code(loops, kernel, target, code, listing);
            if (!status.ok()) {
                warnings.push_back(file + ": " + kernel.name + ": " + status.message());
                continue;
            }
            const std::string name = stem + "_" + kernel.name + "_" + target;
            records.push_back({"gen", target, name + ".gen", code});
            records.push_back({"asm", target, name + ".asm", listing});
        }
    }
    return Status();
}

}  // namespace genmedia::gfxcc
