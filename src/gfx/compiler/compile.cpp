// SPDX-License-Identifier: MIT
#include "compile.h"

#include "gfxcc_commands.h"
#include "places.h"

#include "base/files.h"
#include "base/run_program.h"
#include "base/temporary_folder.h"
#include "gfx/rewriting/gfx_rewrite.h"

#include <iostream>

namespace genmedia::gfxcc {
namespace {

namespace fs = std::filesystem;

class Compilation {
public:
    Compilation(const Options& options, fs::path headers, fs::path runtime)
        : options_(options), commands_(options, std::move(headers), std::move(runtime)) {}

    Status run() {
        if (!folder_.status().ok()) return folder_.status();
        std::vector<std::string> objects;
        for (const Input& input : options_.inputs) {
            if (input.language.empty()) {
                objects.push_back(input.path);
                continue;
            }
            std::string object;
            if (Status status = one(input, object); !status.ok() || failed_ != 0) return status;
            objects.push_back(object);
        }
        if (options_.until != Until::linked) return Status();
        return call(commands_.linking(objects, options_.output.empty() ? "a.out" : options_.output));
    }

    int failed() const { return failed_; }

private:
    // A compiler that fails has said why; all that follows is left out.
    Status call(const Command& command) {
        if (options_.verbose) {
            for (const std::string& word : command) std::cerr << (&word == command.data() ? "" : " ") << word;
            std::cerr << "\n";
        }
        failed_ = base::run_program(command);
        if (failed_ == 127)
            return Status(StatusCode::not_found, command[0] +
                                                     " could not be started; expected clang++ "
                                                     "(package clang), or GENMEDIA_CLANG");
        return Status();
    }

    std::string temporary(const char* extension) {
        return (folder_.path() / (std::to_string(++files_) + extension)).string();
    }

    Status one(const Input& input, std::string& object) {
        std::error_code ignored;
        if (!fs::exists(input.path, ignored))
            return Status(StatusCode::not_found, input.path + ": no such file");
        const std::string host = options_.until == Until::preprocessed
                                     ? options_.output.empty() ? "-" : options_.output
                                     : temporary(".ii");
        if (Status status = call(commands_.preprocessing(input, false, host)); !status.ok() || failed_ != 0)
            return status;
        if (options_.until == Until::preprocessed) return Status();
        const std::string target = options_.offload ? temporary(".ii") : std::string();
        if (options_.offload)
            if (Status status = call(commands_.preprocessing(input, true, target));
                !status.ok() || failed_ != 0)
                return status;
        return rewritten(input, base::read_file(host),
                         target.empty() ? std::string() : base::read_file(target), object);
    }

    Status rewritten(const Input& input, const std::string& host, const std::string& target,
                     std::string& object) {
        gfx::Language language;
        language.cpp = input.language == "c++";
        language.openmp = options_.openmp;
        language.offload = options_.offload;
        language.svm = options_.svm;
        const gfx::Rewritten result = gfx::rewrite(host, target, language);
        for (const std::string& warning : result.warnings)
            std::cerr << with_severity(warning, "warning") << "\n";
        for (const std::string& error : result.errors) std::cerr << with_severity(error, "error") << "\n";
        const std::string text = temporary(".cpp");
        if (options_.until == Until::rewritten && options_.output.empty()) std::cout << result.text;
        const bool kept = options_.until == Until::rewritten && !options_.output.empty();
        if (!base::write_file(kept ? options_.output : text, result.text))
            return Status(StatusCode::io, "cannot write " + (kept ? options_.output : text));
        if (!result.errors.empty()) {
            if (Status status = call(commands_.checking(input, kept ? options_.output : text)); !status.ok())
                return status;
            failed_ = 1;
            return Status();
        }
        if (options_.until == Until::rewritten) return Status();
        object = object_name(input);
        return call(commands_.compiling(input, text, object));
    }

    // file:line:column: message
    static std::string with_severity(const std::string& message, const char* severity) {
        const size_t colon = message.find(": ");
        return message.substr(0, colon + 2) + severity + message.substr(colon);
    }

    std::string object_name(const Input& input) {
        if (options_.until == Until::linked) return temporary(".o");
        if (!options_.output.empty()) return options_.output;
        return fs::path(input.path).filename().replace_extension(".o").string();
    }

    const Options& options_;
    const Commands commands_;
    const base::TemporaryFolder folder_ = base::TemporaryFolder("gfxcc");
    int files_ = 0, failed_ = 0;
};

}  // namespace

Status compile(const Options& options, int& compiler_status) {
    const fs::path headers = header_folder(), runtime = runtime_folder();
    if (headers.empty())
        return Status(StatusCode::not_found, "gfxcc's headers are neither installed nor beside its sources");
    if (runtime.empty() && options.until == Until::linked)
        return Status(StatusCode::not_found,
                      "libgenmedia_gfx.so is neither installed nor built beside this program");
    Compilation compilation(options, headers, runtime);
    Status status = compilation.run();
    compiler_status = compilation.failed();
    return status;
}

}  // namespace genmedia::gfxcc
