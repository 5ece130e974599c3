// SPDX-License-Identifier: MIT
// The flag --device, by which subcommands are told where to search.
#pragma once

#include "genmedia/status.h"

#include <CLI/CLI.hpp>

// Sets `device` as MotionOptions::device has it.
void add_device_flag(CLI::App& app, int& device);

// Refuses a device beside --preset best, whose refinement of true motion is this processor's.
genmedia::Status check_device(int device, bool refined);
