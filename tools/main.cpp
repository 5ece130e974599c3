// genmedia: one command, a subcommand for each thing that it does.
#include "backends.h"
#include "cl.h"
#include "cm.h"
#include "launch.h"
#include "motion.h"
#include "registers.h"

#include <cstdio>

int main(int argc, char** argv) {
    CLI::App app("Intel's Gen media GPUs in software", "genmedia");
    int exit_status = 0;
    app.set_version_flag("--version", std::string("genmedia ") + GENMEDIA_VERSION);
    app.require_subcommand(1);
    add_motion_command(app, exit_status);
    add_backends_command(app, exit_status);
    add_registers_command(app, exit_status);
    const int program = program_position(argc, argv);
    add_cl_command(app, argv + program, exit_status);
    add_cm_command(app, argv + program, exit_status);
    try {
        app.parse(program, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        std::fprintf(stderr, "genmedia: %s\n", error.what());
        return 2;
    }
    return exit_status;
}
