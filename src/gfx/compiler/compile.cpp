// SPDX-License-Identifier: MIT
#include "compile.h"

#include "called_kernels.h"
#include "gen_section.h"
#include "gfxcc_commands.h"
#include "kernel_source.h"
#include "places.h"

#include "base/clang_missing.h"
#include "base/files.h"
#include "base/run_program.h"
#include "base/source_files.h"
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
        for (const Input& input : options_.inputs)
            if (Status status = stays(input); !status.ok()) return status;
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
        if (options_.check_barriers) {
            objects.push_back(temporary(".o"));
            if (Status status = race_options(objects.back()); !status.ok() || failed_ != 0) return status;
        }
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
        if (failed_ == 127) return base::clang_missing(command[0]);
        return failed_ == 0 ? Status() : base::other_than_clang(command[0], folder_.path());
    }

    // Refuses what cannot be read, and what the command would write over.
    Status stays(const Input& input) const {
        const bool source = !input.language.empty();
        if (source)
            if (Status status = base::can_read(input.path, "source file"); !status.ok()) return status;
        std::vector<std::string> outputs{options_.output, options_.kernel_file};
        if (source && options_.until == Until::compiled) outputs.push_back(object_of(input));
        for (size_t k = 0; k + 1 < options_.dependencies.size(); k++)
            if (options_.dependencies[k] == "-MF") outputs.push_back(options_.dependencies[k + 1]);
        for (const std::string& output : outputs)
            if (Status status = base::differs(output, input.path, source ? "source file" : "input file");
                !status.ok())
                return status;
        return Status();
    }

    // What ThreadSanitizer asks a program for: the runtimes of OpenMP and oneTBB are not compiled for it, and
    // libomp uses its threads' memory again in an order that it knows.
    Status race_options(const std::string& object) {
        const std::string text = temporary(".c");
        if (!base::write_file(
                text,
                "const char* __tsan_default_options(void) {"
                " return \"ignore_noninstrumented_modules=1:report_thread_leaks=0\"; }\n"
                "const char* __tsan_default_suppressions(void) { return \"race:___kmp_free\\n\"; }\n"))
            return Status(StatusCode::io, "cannot write " + text);
        return call(commands_.helper(text, object));
    }

    std::string temporary(const char* extension) {
        return (folder_.path() / (std::to_string(++files_) + extension)).string();
    }

    Status one(const Input& input, std::string& object) {
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
        language.check_barriers = options_.check_barriers;
        for (const std::string& option : options_.compiling)
            if (option == "-fno-exceptions" || option == "-fexceptions")
                language.exceptions = option == "-fexceptions";
        const bool calls = !options_.kernel_file.empty() && offloads(input.path);
        if (calls && !kernels_of_.empty())
            return Status(StatusCode::invalid_argument, "--kernels " + options_.kernel_file + ": both " +
                                                            kernels_of_ + " and " + input.path +
                                                            " have offloaded loops; expected one such file");
        if (calls) {
            kernels_of_ = input.path;
            language.kernels = gfx::Kernels::called;
            language.kernel_file = fs::absolute(options_.kernel_file).string();
            std::vector<std::string> why;
            const Status status = loops_not_called(options_, input.path, language.for_lanes, why);
            for (const std::string& each : why) std::cerr << "gfxcc: warning: no kernel: " << each << "\n";
            failed_ = status.ok() || !status.message().empty() ? 0 : 1;
            if (!status.ok()) return failed_ != 0 ? Status() : status;
        }
        const gfx::Rewritten result = gfx::rewrite(host, target, language);
        for (const std::string& warning : result.warnings)
            std::cerr << with_severity(warning, "warning") << "\n";
        for (const std::string& error : result.errors) std::cerr << with_severity(error, "error") << "\n";
        std::string section;
        if (Status status = gen_section(input, section); !status.ok() || failed_ != 0) return status;
        const std::string text = temporary(".cpp");
        if (options_.until == Until::rewritten && options_.output.empty()) std::cout << result.text;
        const bool kept = options_.until == Until::rewritten && !options_.output.empty();
        if (!base::write_file(kept ? options_.output : text, result.text + section))
            return Status(StatusCode::io, "cannot write " + (kept ? options_.output : text));
        if (!result.errors.empty()) {
            if (Status status = call(commands_.checking(input, kept ? options_.output : text)); !status.ok())
                return status;
            failed_ = 1;
            return Status();
        }
        if (options_.until == Until::rewritten) return Status();
        if (calls) {
            Status status = write_called_kernels(result.text, options_.kernel_file);
            if (status.code() == StatusCode::not_found) {  // the program runs without
                std::cerr << "gfxcc: warning: " << input.path << ": " << status.message() << "\n";
                status = Status();
            }
            failed_ = status.ok() || !status.message().empty() ? 0 : 1;
            if (!status.ok()) return failed_ != 0 ? Status() : status;
        }
        object = object_name(input);
        return call(commands_.compiling(input, text, object));
    }

    // The statement that puts Gen code into the object; none is asked for or there is no loop: empty.
    Status gen_section(const Input& input, std::string& statement) {
        if (options_.gpu_target.empty() || !options_.offload || options_.until == Until::rewritten ||
            !offloads(input.path))
            return Status();
        if (input.language != "c++") {
            std::cerr << "gfxcc: warning: no Gen code: " << input.path << " is C; expected C++\n";
            return Status();
        }
        std::vector<GenRecord> records;
        std::vector<std::string> warnings;
        const Status status = gen_records(options_, input.path, options_.gpu_target, records, warnings);
        for (const std::string& warning : warnings)
            std::cerr << "gfxcc: warning: no Gen code: " << warning << "\n";
        if (!status.ok()) {
            failed_ = status.message().empty() ? 1 : 0;
            return status.message().empty() ? Status() : status;
        }
        const std::string code = temporary(".gfx");
        if (!base::write_file(code, section_of(records)))
            return Status(StatusCode::io, "cannot write " + code);
        statement = section_statement(code);
        return Status();
    }

    // file:line:column: message
    static std::string with_severity(const std::string& message, const char* severity) {
        const size_t colon = message.find(": ");
        return message.substr(0, colon + 2) + severity + message.substr(colon);
    }

    std::string object_name(const Input& input) {
        return options_.until == Until::linked ? temporary(".o") : object_of(input);
    }
    std::string object_of(const Input& input) const {
        if (!options_.output.empty()) return options_.output;
        return fs::path(input.path).filename().replace_extension(".o").string();
    }

    const Options& options_;
    const Commands commands_;
    const base::TemporaryFolder folder_ = base::TemporaryFolder("gfxcc");
    std::string kernels_of_;  // the file whose loops are in --kernels
    int files_ = 0, failed_ = 0;
};

}  // namespace

Status compile(const Options& options, int& compiler_status) {
    if (options.extract) {
        for (const Input& input : options.inputs)
            if (Status status = extract(input.path, options.output.empty() ? "." : options.output);
                !status.ok())
                return status;
        return Status();
    }
    const fs::path headers = header_folder(), runtime = runtime_folder();
    if (headers.empty())
        return Status(StatusCode::not_found, "gfxcc's headers are neither installed nor beside its sources");
    if (runtime.empty() && options.until == Until::linked)
        return Status(StatusCode::not_found,
                      "libgenmedia_gfx.so is neither installed nor built beside this program");
    Options all = options;
    if (!options.kernel_file.empty()) all.kernel_words = called_kernel_words();
    Compilation compilation(all, headers, runtime);
    Status status = compilation.run();
    compiler_status = compilation.failed();
    return status;
}

}  // namespace genmedia::gfxcc
