// SPDX-License-Identifier: MIT
// For subcommands that run another program with one of genmedia's libraries.
#pragma once

#include "base/settings.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>

// The position of the program that `genmedia cl`, `cm` or `va` runs; the flags behind it are the program's
// own. argc if there is none.
int program_position(int argc, char** argv);

// Finds a file in one of the folders, which are relative to this program's: in an installed tree, or in a
// build tree. Empty: none has it.
std::filesystem::path beside_this_program(std::initializer_list<const char*> folders, const char* name);

// Put `value` after or before what an environment variable already has.
void append_to_environment(const char* variable, const std::string& value);
void prepend_to_environment(const char* variable, const std::string& value);

struct Launcher {
    const char* name;                    // of the subcommand
    const char* description;             // of it
    const char* says;                    // who speaks with --log, and its level by default
    const genmedia::base::Setting* log;  // null: nobody speaks
    // Sets the environment up. False: the message says why that cannot be.
    std::function<bool(std::string& message)> prepare;
};

// `program`: its name and arguments, then null. Callers may add flags to the result; program_position must
// know those that take a value.
CLI::App* add_launch_command(CLI::App& app, const Launcher& launcher, char** program, int& exit_status);
