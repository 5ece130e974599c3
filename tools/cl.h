// SPDX-License-Identifier: MIT
// genmedia cl: runs an OpenCL program with genmedia's layer before PoCL.
#pragma once

#include <CLI/CLI.hpp>

// `program`: its name and arguments, then null.
void add_cl_command(CLI::App& app, char** program, int& exit_status);
