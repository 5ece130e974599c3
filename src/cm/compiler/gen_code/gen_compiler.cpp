// SPDX-License-Identifier: MIT
#include "cm/compiler/gen_code/gen_compiler.h"

#include "cm/compiler/compiler.h"
#include "cm/compiler/paths.h"

#include "base/files.h"
#include "cm/gen/assembly.h"
#include "cm/gen/failure.h"
#include "cm/gen/intel_backend.h"
#include "cm/gen/report/report_text.h"

#include <iostream>

namespace genmedia::cmc {

Status compile_for_gen(const Options& options, const std::string& input, const std::string& output,
                       int& compiler_status) {
    const auto fail = [](const std::string& text) { return Status(StatusCode::unsupported, text); };
    if (!gen::has_device(options.target))
        return fail("no Gen code for " + options.target + "; expected one of " + gen::device_names());
    if (Status status = can_write(input, output); !status.ok()) return status;
    GenInput file;
    if (Status status = gen_input(options, input, file, compiler_status); !status.ok()) return status;
    std::string lowered;
    if (Status status = gen::lower(file.module, file.kernels, lowered); !status.ok()) return status;
    std::vector<std::string> names;
    for (const gen::KernelName& kernel : file.kernels) names.push_back(kernel.name);
    gen::Compiled compiled;
    if (Status status = gen::compile(lowered, options.target, names, {}, compiled); !status.ok())
        return compiled.gave_up
                   ? gen::explain_failure(input, file.module, file.kernels, options.target, status)
                   : status;
    for (const std::string& name : names) {
        const gen::Assembly assembly = gen::read_assembly(compiled.assembly[name]);
        if (const std::string trap = gen::trap_of(name, assembly); !trap.empty()) return fail(trap);
        if (options.dump_assembly) {
            const std::string path =
                std::filesystem::path(output).replace_extension().string() + "_" + name + ".asm";
            if (!base::write_file(path, compiled.assembly[name])) return cannot_write(path);
        }
    }
    if (options.print_registers) {
        std::vector<gen::KernelReport> reports(file.kernels.size());
        for (size_t k = 0; k < reports.size(); k++)
            if (Status status = gen::report(input, file.module, file.kernels[k], options.target, reports[k]);
                !status.ok())
                return status;
        std::cout << gen::table_text(reports);
    }
    return base::write_file(output, compiled.binary) ? Status() : cannot_write(output);
}

}  // namespace genmedia::cmc
