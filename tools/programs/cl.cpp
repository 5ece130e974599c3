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
const std::vector<std::string> kDevices{"processors", "gpu", "portable"};

// A variable of the loaders'.
std::string environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
}

// Sets the variable to the flag's word, or to its own, or to the first of `words`.
bool choose(const genmedia::base::Setting& setting, const std::vector<std::string>& words,
            const std::string& flag, std::string& message) {
    const std::string word = !flag.empty() ? flag : genmedia::base::value_of(setting).value_or(words.front());
    if (std::find(words.begin(), words.end(), word) == words.end()) {
        message = genmedia::base::wrong_value(setting, word);
        return false;
    }
    setenv(setting.name, word.c_str(), 1);
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

struct Choice {
    std::string view, device;
};

bool prepare_layer(const Choice& choice, std::string& message) {
    const auto layer = beside_this_program({GENMEDIA_LIBDIR_FROM_BINDIR, "../src/opencl"}, kLayerName);
    if (layer.empty()) {
        message = std::string(kLayerName) +
                  " is neither installed nor built beside this program; `make install` does both";
        return false;
    }
    using namespace genmedia::base::settings;
    if (!choose(kClAs, kViews, choice.view, message) || !choose(kClDevice, kDevices, choice.device, message))
        return false;
    if (environment(kClDevice.name) != "gpu") look_for_pocl();
    if (const std::string fault = pocl_cache_fault(); !fault.empty())
        std::fprintf(stderr, "genmedia: cl: warning: %s\n", fault.c_str());
    append_to_environment("OPENCL_LAYERS", layer.string());
    return true;
}

}  // namespace

void add_cl_command(CLI::App& app, char** program, int& exit_status) {
    const auto choice = std::make_shared<Choice>();
    Launcher launcher{"cl", "Run an OpenCL program with the motion estimation extensions on PoCL",
                      "What the layer says on standard error: off, error (default), warn, info, debug",
                      &genmedia::base::settings::kClLog,
                      [choice](std::string& message) { return prepare_layer(*choice, message); }};
    CLI::App* command = add_launch_command(app, launcher, program, exit_status);
    CLI::Option* as = command->add_option(
        "--as", choice->view,
        "How the program sees the device: as Intel's platform and GPU (intel, default), or as it "
        "is (pocl)");
    as->check(CLI::IsMember(kViews));
    note_names(*as, kViews);
    CLI::Option* device = command->add_option("--device", choice->device,
                                              "Where its kernels run: on PoCL's processors (processors, "
                                              "default), on the first GPU of another driver (gpu), "
                                              "or on PoCL by what a GPU runs (portable)");
    device->check(CLI::IsMember(kDevices));
    note_names(*device, kDevices);
    command->footer("genmedia cl [--as intel|pocl] [--device DEVICE] [--log LEVEL] -- PROGRAM [ARGUMENT...]");
}
