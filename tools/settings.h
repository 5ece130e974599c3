// SPDX-License-Identifier: MIT
// genmedia settings: the environment variables, what they are now, and what they may be.
#pragma once

#include <CLI/CLI.hpp>

void add_settings_command(CLI::App& app);
