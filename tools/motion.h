// SPDX-License-Identifier: MIT
// genmedia motion: the motion of every frame of a video.
#pragma once

#include <CLI/CLI.hpp>

// Adds the subcommand, which runs when the command line names it and then sets `exit_status`.
void add_motion_command(CLI::App& app, int& exit_status);
