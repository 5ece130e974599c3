// SPDX-License-Identifier: MIT
// genmedia registers: what C for Metal kernels cost in registers of a Gen GPU.
#pragma once

#include <CLI/CLI.hpp>

void add_registers_command(CLI::App& app, int& exit_status);
