// SPDX-License-Identifier: MIT
#include "kernel_source.h"

#include "gfxcc_commands.h"
#include "places.h"

#include "base/clang_missing.h"
#include "base/files.h"
#include "base/run_program.h"
#include "base/temporary_folder.h"

#include <regex>

namespace genmedia::gfxcc {

bool offloads(const std::string& file) {
    static const std::regex kPragma(
        "(#\\s*pragma|__pragma\\s*\\()\\s*offload\\s+target\\s*\\(\\s*gfx|gfx_kernel");
    return std::regex_search(base::read_file(file), kPragma);
}

bool is_program(const std::string& file) {
    static const std::regex kCilk(
        "#\\s*pragma\\s+omp\\s+target|_Cilk_(for|spawn)|__sec_(reduce|implicit)|#\\s*include\\s*[<\"]cilk/");
    return offloads(file) || std::regex_search(base::read_file(file), kCilk);
}

Status preprocess(const Options& options, const std::string& file, Preprocessed& texts) {
    if (header_folder().empty())
        return Status(StatusCode::not_found, "gfxcc's headers are neither installed nor beside its sources");
    const base::TemporaryFolder folder("gfxcc");
    if (!folder.status().ok()) return folder.status();
    const Commands commands(options, header_folder(), {});
    for (const bool target : {false, true}) {
        const std::string to = (folder.path() / (target ? "target.ii" : "host.ii")).string();
        const Command command = commands.preprocessing({file, "c++"}, target, to);
        const int status = base::run_program(command);
        if (status == 127) return base::clang_missing(command[0]);
        if (status != 0) return Status(StatusCode::invalid_argument, "");
        (target ? texts.target : texts.host) = base::read_file(to);
    }
    return Status();
}

Status kernel_source(const Preprocessed& texts, const gfx::Language& language, gfx::Rewritten& source) {
    source = gfx::rewrite(texts.host, texts.target, language);
    std::string errors;
    for (const std::string& error : source.errors) errors += (errors.empty() ? "" : "\n") + error;
    return errors.empty() ? Status() : Status(StatusCode::invalid_argument, errors);
}

}  // namespace genmedia::gfxcc
