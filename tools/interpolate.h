// SPDX-License-Identifier: MIT
// genmedia interpolate: a video at another frame rate, its new pictures along the motion.
#pragma once

#include <CLI/CLI.hpp>

// Adds the subcommand, which runs when the command line names it and then sets `exit_status`.
void add_interpolate_command(CLI::App& app, int& exit_status);
