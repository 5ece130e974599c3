// SPDX-License-Identifier: MIT
// Messages about words of the command line that mean nothing.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

// Empty where it begins with one, or with a flag.
std::string wrong_subcommand(const CLI::App& app, int argc, char** argv);

// The message about a flag that there is not, among the first `argc` words. Empty: there is none.
std::string wrong_flags(CLI::App& app, int argc, char** argv);
