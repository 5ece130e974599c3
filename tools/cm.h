// SPDX-License-Identifier: MIT
// genmedia cm: runs a host of C for Metal with genmedia's libigfxcmrt in the place of Debian's.
#pragma once

#include <CLI/CLI.hpp>

// `program`: its name and arguments, then null.
void add_cm_command(CLI::App& app, char** program, int& exit_status);
