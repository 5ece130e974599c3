// SPDX-License-Identifier: MIT
// genmedia devices: what pictures can be searched on here.
#pragma once

#include <CLI/CLI.hpp>

void add_devices_command(CLI::App& app, int& exit_status);
