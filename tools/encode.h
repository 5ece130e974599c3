// SPDX-License-Identifier: MIT
// `genmedia encode`: a video as H.264, decided by the motion estimation unit.
#pragma once

#include <CLI/CLI.hpp>

void add_encode_command(CLI::App& app, int& exit_status);
