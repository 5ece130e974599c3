// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "tools/programs/exec_program.h"

#include "base/settings.h"

namespace {

constexpr const char* kLibraryName = "libigfxcmrt.so.7";

// The loader's path serves hosts that are linked to the library, and hosts that open it by any of its names.
// A host's own path (DT_RPATH) would come before it, so the library is preloaded: that comes first.
bool prepare_runtime(std::string& message) {
    const auto library = beside_this_program({GENMEDIA_CMRT_FROM_BINDIR, "../src/cm/runtime"}, kLibraryName);
    if (library.empty()) {
        message = std::string(kLibraryName) + " is neither installed nor built beside this program";
        return false;
    }
    const std::string path = library.string();
    if (path.find_first_of(":;") != std::string::npos) {
        message = path + ": the loader takes no such path; expected one without colons and semicolons";
        return false;
    }
    prepend_to_environment("LD_LIBRARY_PATH", library.parent_path().string());
    if (path.find(' ') == std::string::npos) prepend_to_environment("LD_PRELOAD", path);
    return true;
}

}  // namespace

void add_cm_command(CLI::App& app, char** program, int& exit_status) {
    add_launch_command(app,
                       {"cm", "Run a host of C for Metal on genmedia's runtime, without a GPU",
                        "What the runtime says on standard error: off, error, warn (default), info, debug",
                        &genmedia::base::settings::kCmLog, prepare_runtime},
                       program, exit_status);
}
