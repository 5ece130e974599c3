// SPDX-License-Identifier: MIT
// cmc: compiles C for Metal kernel files for this machine's processor, or for a Gen GPU.
#include "cm/compiler/compiler.h"

#include "base/driver_main.h"

#include <filesystem>
#include <set>

namespace {

using namespace genmedia::cmc;

using genmedia::Status;
using genmedia::StatusCode;

int fail(const std::string& error, int exit_status) {
    return genmedia::base::driver_error("cmc", error, exit_status);
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

}  // namespace

int main(int argc, char** argv) {
    return genmedia::base::driver_main<Options>("cmc", kUsage, argc, argv, compile_all);
}
