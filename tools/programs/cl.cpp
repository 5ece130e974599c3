// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "tools/flag_values.h"
#include "tools/programs/exec_program.h"
#include "tools/programs/pocl_cache.h"

#include "base/settings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

namespace {

namespace fs = std::filesystem;

constexpr const char* kLayerName = "libgenmedia-opencl.so";
const std::vector<std::string> kViews{"intel", "pocl"};  // the first is the default

// A variable of the loaders'.
std::string environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
}

// The flag's word, or the variable's, or intel.
bool choose_view(const std::string& flag, std::string& message) {
    const genmedia::base::Setting& setting = genmedia::base::settings::kClAs;
    const std::string view =
        !flag.empty() ? flag : genmedia::base::value_of(setting).value_or(kViews.front());
    if (std::find(kViews.begin(), kViews.end(), view) == kViews.end()) {
        message = genmedia::base::wrong_value(setting, view);
        return false;
    }
    setenv(setting.name, view.c_str(), 1);
    return true;
}

// Where ocl-icd and Khronos' loader look for drivers. Empty: at files that the user names.
fs::path driver_folder() {
    if (!environment("OCL_ICD_FILENAMES").empty()) return {};
    if (const std::string named = environment("OCL_ICD_VENDORS"); !named.empty())
        return fs::is_directory(named) ? fs::path(named) : fs::path();
    const std::string folder = environment("OPENCL_VENDOR_PATH");
    return folder.empty() ? fs::path("/etc/OpenCL/vendors") : fs::path(folder);
}

bool is_pocl_driver(const fs::path& file) {
    if (file.extension() != ".icd") return false;
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str().find("pocl") != std::string::npos;
}

// If the loader finds no platform, it loads no layer: so only this program can report it.
void look_for_pocl() {
    const fs::path folder = driver_folder();
    std::error_code error;
    const fs::directory_iterator files(folder, error);
    if (folder.empty() || std::any_of(begin(files), end(files), is_pocl_driver)) return;
    std::fprintf(stderr, "genmedia: cl: no driver of PoCL in %s; expected package pocl-opencl-icd\n",
                 folder.c_str());
}

bool prepare_layer(const std::string& view, std::string& message) {
    const auto layer = beside_this_program({GENMEDIA_LIBDIR_FROM_BINDIR, "../src/opencl"}, kLayerName);
    if (layer.empty()) {
        message = std::string(kLayerName) +
                  " is neither installed nor built beside this program; `make install` does both";
        return false;
    }
    if (!choose_view(view, message)) return false;
    look_for_pocl();
    if (const std::string fault = pocl_cache_fault(); !fault.empty())
        std::fprintf(stderr, "genmedia: cl: warning: %s\n", fault.c_str());
    append_to_environment("OPENCL_LAYERS", layer.string());
    return true;
}

}  // namespace

void add_cl_command(CLI::App& app, char** program, int& exit_status) {
    const auto view = std::make_shared<std::string>();
    Launcher launcher{"cl", "Run an OpenCL program with the motion estimation extensions on PoCL",
                      "What the layer says on standard error: off, error (default), warn, info, debug",
                      &genmedia::base::settings::kClLog,
                      [view](std::string& message) { return prepare_layer(*view, message); }};
    CLI::App* command = add_launch_command(app, launcher, program, exit_status);
    CLI::Option* as = command->add_option(
        "--as", *view,
        "How the program sees the device: as Intel's platform and GPU (intel, default), or as it "
        "is (pocl)");
    as->check(CLI::IsMember(kViews));
    note_names(*as, kViews);
    command->footer("genmedia cl [--as intel|pocl] [--log LEVEL] -- PROGRAM [ARGUMENT...]");
}
