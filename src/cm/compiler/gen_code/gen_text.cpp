// SPDX-License-Identifier: MIT
#include "cm/compiler/gen_code/gen_text.h"

#include "cm/compiler/commands.h"
#include "cm/compiler/paths.h"
#include "cm/compiler/targets.h"

#include "base/clang_missing.h"
#include "base/files.h"
#include "base/run_program.h"
#include "base/temporary_folder.h"

namespace genmedia::cmc {

std::vector<std::string> gen_preprocessing(const std::string& target, Rounds rounds) {
    std::vector<std::string> words = {
        "-std=c++17",  // GNU's has types that this target lacks
        "-fsigned-char",  "-D__CM", "-D__CMC", "-DCM_GEN", "-U__SIZEOF_INT128__", "-U__SIZEOF_FLOAT128__",
        "-Dthread_local="};
    const std::filesystem::path headers = header_folder();
    if (rounds == Rounds::threads)
        words.insert(words.end(), {"-isystem", headers.string(), "-include", "cm/offload/offload.h"});
    else
        words.insert(words.end(),
                     {"-isystem", (headers / "gfx").string(), "-include", "gfxcc/lanes.h", "-fno-rtti"});
    for (const std::string& macro : target_macros(target)) words.push_back("-D" + macro);
    return words;
}

Status gen_module(const std::string& target, Rounds rounds, const std::string& text, std::string& module,
                  std::string& said) {
    const base::TemporaryFolder folder("cmc");
    if (!folder.status().ok()) return folder.status();
    Options options;
    options.gen = true;
    options.target = target;
    // The host's part may throw, which is not compiled.
    options.passed_on = {"-std=gnu++17", "-frtti", "-fexceptions",          "-fignore-exceptions",
                         "-fdeclspec",   "-w",     "-fno-caret-diagnostics"};
    const Commands commands(options, header_folder(), folder.path() / "macros.h", folder.path());
    const std::filesystem::path source = folder.path() / "program.cpp", to = folder.path() / "program.ll";
    if (!base::write_file(source, text)) return cannot_write(source);
    Command command = commands.module(source, to);
    if (rounds == Rounds::lanes)  // pointers may be to any memory
        command.insert(command.end(), {"-Xclang", "-fsycl-is-device", "-fno-rtti"});
    const std::string printed = folder.path() / "printed";
    const int status = base::run_program(command, {}, printed);
    said = base::read_file(printed);
    if (status == 127) return base::clang_missing(command[0]);
    if (status != 0) return Status(StatusCode::invalid_argument, "");
    module = base::read_file(to);
    return Status();
}

std::vector<gen::KernelName> entries_of(const std::string& module, Rounds rounds, int number,
                                        const std::string& name) {
    std::vector<gen::KernelName> found;
    const std::string start =
        (rounds == Rounds::threads ? "_ZN2cm3gen5entryILi" : "_ZN5gfxcc6kernel10lane_entryILi") +
        std::to_string(number) + "E";
    for (size_t at = 0; (at = module.find("\ndefine ", at)) != std::string::npos; at++) {
        size_t place = module.find('@', at) + 1;
        if (module[place] == '"') place++;
        if (module.compare(place, start.size(), start) != 0) continue;
        const std::string entry = module.substr(place, module.find_first_of("(\"", place) - place);
        found.push_back(
            {name + (found.empty() ? "" : "_" + std::to_string(found.size() + 1)), "0", 0, entry});
    }
    return found;
}

}  // namespace genmedia::cmc
