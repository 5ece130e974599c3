// SPDX-License-Identifier: MIT
#include "tools/programs/exec_program.h"

#include "base/printable.h"
#include "genmedia/backends.h"
#include "tools/flag_values.h"

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kLevels{"off", "error", "warn", "info", "debug"};

int fail(const char* command, const std::string& message, int status) {
    std::fprintf(stderr, "genmedia: %s: %s\n", command, genmedia::base::printable(message).c_str());
    return status;
}

int launch(const Launcher& launcher, char** program) {
    const std::string name = launcher.name;
    if (*program == nullptr)
        return fail(launcher.name,
                    "no program given; expected: genmedia " + name + " -- PROGRAM [ARGUMENT...]", 2);
    // Kernels that fail on a device would go unnoticed by a program that does not look.
    std::vector<genmedia::BackendInfo> backends;
    if (const genmedia::Status status = genmedia::list_backends(backends); !status.ok())
        return fail(launcher.name, status.message(), 1);
    std::string message;
    if (!launcher.prepare(message)) return fail(launcher.name, message, 1);
    execvp(program[0], program);
    const int error = errno;
    const int status = error == ENOENT ? 127 : 126;  // as shells say it
    return fail(launcher.name, std::string(program[0]) + ": " + std::strerror(error), status);
}

void join(const char* variable, const std::string& value, bool before) {
    const char* others = std::getenv(variable);
    std::string joined = value;
    if (others != nullptr && *others != '\0')
        joined = before ? value + ":" + others : std::string(others) + ":" + value;
    setenv(variable, joined.c_str(), 1);
}

}  // namespace

// CLI11 2.1 cannot find the program. With App::prefix_command() "--" hands the rest to the parent, which
// refuses `genmedia cl -- env`; and `genmedia cl --lgo debug env` starts a program --lgo. An option for the
// rest would take the program's argument "[a,b]" for two.
int program_position(int argc, char** argv) {
    constexpr std::string_view launchers[] = {"cl", "cm", "va"};
    if (argc < 2 || std::find(std::begin(launchers), std::end(launchers), argv[1]) == std::end(launchers))
        return argc;
    for (int i = 2; i < argc; i++) {
        if (std::strcmp(argv[i], "--") == 0) return i + 1;
        if (std::strcmp(argv[i], "--log") == 0 || std::strcmp(argv[i], "--as") == 0 ||
            std::strcmp(argv[i], "--device") == 0)
            i++;  // and its value
        else if (argv[i][0] != '-')
            return i;
    }
    return argc;
}

fs::path beside_this_program(std::initializer_list<const char*> folders, const char* name) {
    std::error_code error;
    const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const char* folder : folders) {
        const fs::path file = (here / folder / name).lexically_normal();
        if (fs::exists(file, error)) return file;
    }
    return {};
}

void append_to_environment(const char* variable, const std::string& value) { join(variable, value, false); }
void prepend_to_environment(const char* variable, const std::string& value) { join(variable, value, true); }

CLI::App* add_launch_command(CLI::App& app, const Launcher& launcher, char** program, int& exit_status) {
    CLI::App* command = app.add_subcommand(launcher.name, launcher.description);
    command->footer("genmedia " + std::string(launcher.name) +
                    (launcher.log == nullptr ? "" : " [--log LEVEL]") + " -- PROGRAM [ARGUMENT...]");
    note_program(*command);
    if (launcher.log == nullptr) {
        command->callback([launcher, program, &exit_status] { exit_status = launch(launcher, program); });
        return command;
    }
    auto level = std::make_shared<std::string>();
    CLI::Option* log = command->add_option("--log", *level, launcher.says);
    log->check(CLI::IsMember(kLevels));
    note_names(*log, kLevels);
    command->callback([launcher, level, program, &exit_status] {
        const std::string chosen =
            level->empty() ? genmedia::base::value_of(*launcher.log).value_or(kLevels[0]) : *level;
        if (std::find(kLevels.begin(), kLevels.end(), chosen) == kLevels.end()) {
            exit_status = fail(launcher.name, genmedia::base::wrong_value(*launcher.log, chosen), 2);
            return;
        }
        if (!level->empty()) setenv(launcher.log->name, level->c_str(), 1);
        exit_status = launch(launcher, program);
    });
    return command;
}
