// SPDX-License-Identifier: MIT
// What subcommands share that run somebody else's program with a library of genmedia's before it.
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>

// Where the program begins that `genmedia cl` or `genmedia cm` shall run, whose flags are its own; argc where
// there is none.
int program_position(int argc, char** argv);

// A file in one of the folders, which are seen from this program's: in an installed tree, or in a build tree.
// Empty: in none.
std::filesystem::path beside_this_program(std::initializer_list<const char*> folders, const char* name);

// `value`, behind or before what an environment variable has already.
void append_to_environment(const char* variable, const std::string& value);
void prepend_to_environment(const char* variable, const std::string& value);

struct Launcher {
    const char* name;         // of the subcommand
    const char* description;  // of it
    const char* says;         // who speaks with --log, and its level by default
    const char* log_variable;
    // Sets the environment up. False: the message says why that cannot be.
    std::function<bool(std::string& message)> prepare;
};

// `program`: its name and arguments, then null. Flags may be added to what is returned; those that take a
// value are known to program_position.
CLI::App* add_launch_command(CLI::App& app, const Launcher& launcher, char** program, int& exit_status);
