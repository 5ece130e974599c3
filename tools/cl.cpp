#include "cl.h"

#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>

namespace {

namespace fs = std::filesystem;

constexpr const char* layer_name = "libgenmedia-opencl.so";

// Beside this program, in an installed tree or in a build tree. Empty: in neither.
fs::path find_layer() {
    std::error_code error;
    const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const char* folder : {GENMEDIA_LIBDIR_FROM_BINDIR, "../src/opencl"}) {
        const fs::path layer = (here / folder / layer_name).lexically_normal();
        if (fs::exists(layer, error)) return layer;
    }
    return {};
}

// The layers that the user has already, and this one.
std::string layers_with(const std::string& layer) {
    const char* others = std::getenv("OPENCL_LAYERS");
    if (others == nullptr || *others == '\0') return layer;
    return std::string(others) + ":" + layer;
}

int run_with_layer(char** program) {
    if (*program == nullptr) {
        std::fprintf(stderr,
                     "genmedia: cl: no program given; expected: genmedia cl -- PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    const fs::path layer = find_layer();
    if (layer.empty()) {
        std::fprintf(
            stderr,
            "genmedia: cl: %s is neither installed nor built beside this program; `make install` does both\n",
            layer_name);
        return 1;
    }
    setenv("OPENCL_LAYERS", layers_with(layer.string()).c_str(), 1);
    execvp(program[0], program);
    const int error = errno;
    std::fprintf(stderr, "genmedia: cl: %s: %s\n", program[0], std::strerror(error));
    return error == ENOENT ? 127 : 126;  // as shells say it
}

}  // namespace

int program_position(int argc, char** argv) {
    if (argc < 2 || std::strcmp(argv[1], "cl") != 0) return argc;
    for (int i = 2; i < argc; ++i) {
        if (std::strcmp(argv[i], "--") == 0) return i + 1;
        if (std::strcmp(argv[i], "--log") == 0)
            ++i;  // and its value
        else if (argv[i][0] != '-')
            return i;
    }
    return argc;
}

void add_cl_command(CLI::App& app, char** program, int& exit_status) {
    CLI::App* command =
        app.add_subcommand("cl", "Run an OpenCL program with the motion estimation extensions on PoCL");
    command->footer("genmedia cl [--log LEVEL] -- PROGRAM [ARGUMENT...]");
    auto level = std::make_shared<std::string>();
    command
        ->add_option("--log", *level,
                     "What the layer says on standard error: off, error (default), warn, info, debug")
        ->check(CLI::IsMember({"off", "error", "warn", "info", "debug"}));
    command->callback([level, program, &exit_status] {
        if (!level->empty()) setenv("GENMEDIA_LOG", level->c_str(), 1);
        exit_status = run_with_layer(program);
    });
}
