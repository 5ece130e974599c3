// SPDX-License-Identifier: MIT
// genmedia: one command, a subcommand for each thing that it does.
#include "genmedia/version.h"
#include "tools/outcome.h"
#include "tools/programs/exec_program.h"
#include "tools/programs/missing_part.h"
#include "tools/subcommands.h"
#include "tools/wrong_subcommand.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>

namespace {

int run(int argc, char** argv) {
    CLI::App app("Intel's Gen media GPUs in software", "genmedia");
    int exit_status = 0;
    app.set_version_flag("--version", std::string("genmedia ") + genmedia::version());
    app.require_subcommand(1);
    add_motion_command(app, exit_status);
    add_interpolate_command(app, exit_status);
    add_encode_command(app, exit_status);
    add_view_command(app, exit_status);
    add_backends_command(app, exit_status);
    add_devices_command(app, exit_status);
    add_settings_command(app);
    add_doctor_command(app, exit_status);
    const int program = program_position(argc, argv);
#ifdef GENMEDIA_HAS_GEN
    add_registers_command(app, exit_status);
#else
    add_missing_command(app, "registers", "no Gen code (GENMEDIA_GEN=OFF)", exit_status);
#endif
#ifdef GENMEDIA_HAS_OPENCL
    add_cl_command(app, argv + program, exit_status);
#else
    add_missing_command(app, "cl", "no OpenCL layer (GENMEDIA_OPENCL=OFF)", exit_status);
#endif
#ifdef GENMEDIA_HAS_CM
    add_cm_command(app, argv + program, exit_status);
#else
    add_missing_command(app, "cm", "no C for Metal (GENMEDIA_CM=OFF)", exit_status);
#endif
#ifdef GENMEDIA_HAS_VA
    add_va_command(app, argv + program, exit_status);
#else
    add_missing_command(app, "va", "no VA-API driver (GENMEDIA_VA=OFF)", exit_status);
#endif
    add_completion_command(app);
    for (const auto& wrong : {wrong_subcommand(app, argc, argv), wrong_flags(app, program, argv)})
        if (!wrong.empty()) {
            say(wrong);
            return 2;
        }
    try {
        app.parse(program, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        say(error.what());
        return 2;
    }
    return exit_status;
}

// What a thread throws that nobody waits for, TBB's where it cannot start another.
[[noreturn]] void give_up() {
    static std::atomic_flag is_said;
    while (is_said.test_and_set()) pause();  // another thread ends the process
    try {
        if (std::current_exception()) std::rethrow_exception(std::current_exception());
        say("a fault that has no words");
    } catch (const std::exception& error) {
        say(error.what());
    } catch (...) {
        say("a fault that has no words");
    }
    _exit(1);
}

}  // namespace

int main(int argc, char** argv) {
    std::set_terminate(give_up);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of the write then
    int exit_status = 1;
    try {
        exit_status = run(argc, argv);
    } catch (const std::bad_alloc&) {
        say("out of memory");
    } catch (const std::exception& error) {
        say(error.what());
    }
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_status;
    say("cannot write to standard output");
    return exit_status == 0 ? 1 : exit_status;
}
