// SPDX-License-Identifier: MIT
// A subcommand whose part is not in this build.
#pragma once

#include <CLI/CLI.hpp>

// `lack`: what the build has not, after "this build has".
void add_missing_command(CLI::App& app, const std::string& name, const std::string& lack, int& exit_status);
