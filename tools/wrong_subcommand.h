// SPDX-License-Identifier: MIT
// The message where the command line begins with no subcommand.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

// Empty where it begins with one, or with a flag.
std::string wrong_subcommand(const CLI::App& app, int argc, char** argv);
