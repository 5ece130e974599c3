// SPDX-License-Identifier: MIT
// genmedia backends: what the motion estimation unit can run on here.
#pragma once

#include <CLI/CLI.hpp>

void add_backends_command(CLI::App& app, int& exit_status);
