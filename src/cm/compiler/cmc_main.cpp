// SPDX-License-Identifier: MIT
// cmc: compiles C for Metal kernel files for this machine's processor, or for a Gen GPU.
#include "compiler.h"

#include "base/interruption.h"

#include <exception>
#include <filesystem>
#include <iostream>
#include <set>

namespace {

using namespace genmedia::cmc;

using genmedia::Status;
using genmedia::StatusCode;

int fail(const std::string& error, int exit_status) {
    std::cerr << "cmc: error: " << error << "\n";
    return exit_status;
}

// Where the output of each input goes; fails where two of them go to one file.
Status name_outputs(const Options& options, std::vector<std::string>& outputs) {
    std::set<std::string> names;
    for (const std::string& input : options.inputs) {
        const auto named =
            std::filesystem::path(input).filename().replace_extension(options.gen ? ".gen" : ".isa");
        outputs.push_back(options.output.empty() && !options.preprocess_only ? named.string()
                                                                             : options.output);
        if (!outputs.back().empty() && !names.insert(outputs.back()).second)
            return Status(StatusCode::invalid_argument, "two kernel files for the output " + outputs.back() +
                                                            "; expected one, or -o for each");
    }
    return Status();
}

int compile_all(const Options& options) {
    std::vector<std::string> outputs;
    if (const Status status = name_outputs(options, outputs); !status.ok()) return fail(status.message(), 2);
    int exit_status = 0;
    for (size_t i = 0; i < outputs.size(); i++) {
        int compiler_status = 0;
        const Status status = compile(options, options.inputs[i], outputs[i], compiler_status);
        if (genmedia::interruption::seen != 0) return 1;
        if (status.ok()) continue;
        const int failed = status.message().empty() ? compiler_status : fail(status.message(), 1);
        if (exit_status == 0) exit_status = failed;
    }
    return exit_status;
}

int run(const std::vector<std::string>& arguments) {
    Options options;
    std::vector<std::string> warnings;
    const Status parsed = parse(arguments, options, warnings);
    for (const std::string& warning : warnings) std::cerr << "cmc: warning: " << warning << "\n";
    if (!parsed.ok()) return fail(parsed.message(), 2);
    if (options.help) std::cout << kUsage;
    if (options.version) std::cout << "cmc (genmedia) " GENMEDIA_VERSION "\n";
    const int status = options.help || options.version ? 0 : compile_all(options);
    return std::cout.flush() || status != 0 ? status : fail("cannot write to the standard output", 1);
}

}  // namespace

int main(int argc, char** argv) {
    genmedia::interruption::hold_back();
    int status = 1;
    try {
        status = run({argv + 1, argv + argc});
    } catch (const std::exception& exception) {
        fail(exception.what(), 1);
    }
    genmedia::interruption::die();
    return status;
}
