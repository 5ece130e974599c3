#include "cl.h"

#include "launch.h"

namespace {

constexpr const char* layer_name = "libgenmedia-opencl.so";

bool prepare(std::string& message) {
    const auto layer = beside_this_program({GENMEDIA_LIBDIR_FROM_BINDIR, "../src/opencl"}, layer_name);
    if (layer.empty()) {
        message = std::string(layer_name) +
                  " is neither installed nor built beside this program; `make install` does both";
        return false;
    }
    append_to_environment("OPENCL_LAYERS", layer.string());
    return true;
}

}  // namespace

void add_cl_command(CLI::App& app, char** program, int& exit_status) {
    add_launch_command(app,
                       {"cl", "Run an OpenCL program with the motion estimation extensions on PoCL",
                        "What the layer says on standard error: off, error (default), warn, info, debug",
                        "GENMEDIA_LOG", prepare},
                       program, exit_status);
}
