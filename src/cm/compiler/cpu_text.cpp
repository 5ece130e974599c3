// SPDX-License-Identifier: MIT
#include "cm/compiler/cpu_text.h"

#include "cm/compiler/commands.h"
#include "cm/compiler/compiler.h"
#include "cm/compiler/module/reachable_text.h"
#include "cm/compiler/paths.h"
#include "cm/compiler/targets.h"

#include "base/clang_missing.h"
#include "base/files.h"
#include "base/run_program.h"
#include "base/temporary_folder.h"

namespace genmedia::cmc {
namespace {

// The number of kernels is known once they are compiled: until then it is this.
constexpr char kUnknown[] = "2147483647";

constexpr char kTable[] = R"(
extern "C" const cm_abi::Kernel __start_gfx_kernels[];
extern "C" __attribute__((visibility("default"), used)) const cm_abi::Module genmedia_cm_module = {
    cm_abi::kAbiVersion, 2147483647, __start_gfx_kernels, cm::detail::thread_storage};
)";

// The names of the variables in the section of kernels.
std::vector<std::string> records_of(const std::string& module) {
    std::vector<std::string> names;
    for (size_t at = 0; (at = module.find("\n@", at)) != std::string::npos; at++) {
        const size_t end = module.find('\n', at + 1);
        const size_t section = module.find("section \"gfx_kernels\"", at);
        if (section == std::string::npos) break;
        if (section > end) continue;
        const bool quoted = module[at + 2] == '"';
        const size_t from = at + (quoted ? 3 : 2);
        names.push_back(module.substr(from, module.find_first_of(quoted ? "\"" : " ", from) - from));
    }
    return names;
}

}  // namespace

std::vector<std::string> cpu_preprocessing(const std::string& target) {
    std::vector<std::string> words = {"-std=c++17",
                                      "-fsigned-char",
                                      "-D__CM",
                                      "-D__CMC",
                                      "-DCM_FLOAT_CONTROLS=0",
                                      "-isystem",
                                      header_folder().string(),
                                      "-include",
                                      "cm/offload/offload.h"};
    for (const std::string& macro : target_macros(target)) words.push_back("-D" + macro);
    return words;
}

Status cpu_kernel_file(const std::string& target, const std::string& text, const std::string& output) {
    const base::TemporaryFolder folder("cmc");
    if (!folder.status().ok()) return folder.status();
    Options options;
    options.target = target;
    options.passed_on = {"-std=gnu++17", "-fexceptions", "-fignore-exceptions",
                         "-fdeclspec",   "-w",           "-fno-caret-diagnostics"};
    const Commands commands(options, header_folder(), folder.path() / "macros.h", folder.path());
    const std::filesystem::path source = folder.path() / "program.cpp", to = folder.path() / "program.ll";
    if (!base::write_file(source, text + kTable)) return cannot_write(source);
    const Command command = commands.module(source, to);
    const int status = base::run_program(command);
    if (status == 127) return base::clang_missing(command[0]);
    if (status != 0) return Status(StatusCode::invalid_argument, "");
    std::string module = base::read_file(to);
    std::vector<std::string> wanted = records_of(module);
    const std::string count = std::to_string(wanted.size());
    if (wanted.empty())
        return Status(StatusCode::not_found, "no loop is compiled as a kernel of C for Metal");
    wanted.push_back("genmedia_cm_module");
    wanted.push_back("llvm.used");
    wanted.push_back("llvm.compiler.used");
    module = reachable_text(module, wanted);
    module.replace(module.find(kUnknown), sizeof(kUnknown) - 1, count);
    int compiler_status = 0;
    return compile_module(options, module, output, compiler_status);
}

}  // namespace genmedia::cmc
