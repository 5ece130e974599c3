// SPDX-License-Identifier: MIT
#include "gen_compiler.h"

#include "compiler.h"
#include "paths.h"

#include "base/files.h"
#include "gen/assembly.h"
#include "gen/backend.h"
#include "gen/failure.h"
#include "gen/report_text.h"

#include <iostream>

namespace genmedia::cmc {

int compile_for_gen(const Options& options, const std::string& input, const std::string& output,
                    std::string& error) {
    const auto fail = [&](const std::string& text) {
        error = text;
        return 1;
    };
    if (!gen::has_device(options.target))
        return fail("no Gen code for " + options.target + "; expected one of " + gen::device_names());
    if (!can_write(input, output, error)) return 1;
    GenInput file;
    if (const int status = gen_input(options, input, file, error); status != 0) return status;
    std::string lowered;
    if (!gen::lower(file.bitcode, file.kernels, lowered, error)) return 1;
    std::vector<std::string> names;
    for (const gen::KernelName& kernel : file.kernels) names.push_back(kernel.name);
    gen::Compiled compiled;
    if (!gen::compile(lowered, options.target, names, {}, compiled, error)) {
        if (compiled.gave_up)
            error = gen::explain_failure(input, file.bitcode, file.kernels, options.target, error);
        return 1;
    }
    for (const std::string& name : names) {
        const gen::Assembly assembly = gen::read_assembly(compiled.assembly[name]);
        if (const std::string trap = gen::trap_of(name, assembly); !trap.empty()) return fail(trap);
        if (options.dump_assembly) {
            const std::string path =
                std::filesystem::path(output).replace_extension().string() + "_" + name + ".asm";
            if (!write_file(path, compiled.assembly[name])) return fail(cannot_write(path));
        }
    }
    if (options.print_registers) {
        std::vector<gen::KernelReport> reports(file.kernels.size());
        for (size_t k = 0; k < reports.size(); k++)
            if (!gen::report(input, file.bitcode, file.kernels[k], options.target, reports[k], error))
                return 1;
        std::cout << gen::table_text(reports);
    }
    return write_file(output, compiled.binary) ? 0 : fail(cannot_write(output));
}

}  // namespace genmedia::cmc
