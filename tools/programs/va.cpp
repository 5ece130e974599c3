// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "tools/programs/exec_program.h"

#include <cstdlib>
#include <utility>

namespace {

constexpr const char* kDriver = "genmedia";  // of genmedia_drv_video.so

// libva looks for drivers in these folders, by this name. The stand-in for a render node is preloaded, as
// programs open nodes themselves.
bool prepare_driver(std::string& message) {
    const std::initializer_list<const char*> folders{GENMEDIA_LIBDIR_FROM_BINDIR "/genmedia"};
    const auto driver = beside_this_program(folders, "genmedia_drv_video.so");
    const auto node = beside_this_program(folders, "libgenmedia-va-node.so");
    if (driver.empty() || node.empty()) {
        message = "genmedia_drv_video.so is neither installed nor built beside this program";
        return false;
    }
    if (node.string().find_first_of(":; ") != std::string::npos) {
        message = node.string() +
                  ": the loader takes no such path; expected one without blanks, colons and semicolons";
        return false;
    }
    setenv("LIBVA_DRIVERS_PATH", driver.parent_path().c_str(), 1);
    setenv("LIBVA_DRIVER_NAME", kDriver, 1);
    // GStreamer takes drivers that it does not know where these are set, and the second plugin this node.
    for (const auto& [name, value] : {std::pair{"GST_VA_ALL_DRIVERS", "1"},
                                      {"GST_VAAPI_ALL_DRIVERS", "1"},
                                      {"GST_VAAPI_DRM_DEVICE", "/dev/dri/renderD128"}})
        setenv(name, value, 0);
    prepend_to_environment("LD_PRELOAD", node.string());
    return true;
}

}  // namespace

void add_va_command(CLI::App& app, char** program, int& exit_status) {
    add_launch_command(
        app,
        {"va", "Run a program of VA-API on genmedia's driver, without a GPU", "", nullptr, prepare_driver},
        program, exit_status);
}
