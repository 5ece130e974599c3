// SPDX-License-Identifier: MIT
// The subcommands. Each function adds one, which runs when the command line names it and then sets
// `exit_status`.
#pragma once

#include <CLI/CLI.hpp>

// Of videos: the motion of every frame, H.264 decided by the unit, another frame rate.
void add_motion_command(CLI::App& app, int& exit_status);
void add_encode_command(CLI::App& app, int& exit_status);
void add_interpolate_command(CLI::App& app, int& exit_status);
// A page that shows what was found in them.
void add_view_command(CLI::App& app, int& exit_status);

// What the unit can run on here, what pictures can be searched on, and the environment variables.
void add_backends_command(CLI::App& app, int& exit_status);
void add_devices_command(CLI::App& app, int& exit_status);
void add_settings_command(CLI::App& app);
// Which parts of genmedia work here.
void add_doctor_command(CLI::App& app, int& exit_status);

// What lets shells complete command lines.
void add_completion_command(CLI::App& app);

// What kernels cost in registers of a Gen GPU.
void add_registers_command(CLI::App& app, int& exit_status);

// Programs with the OpenCL layer, with genmedia's libigfxcmrt, or with its VA-API driver. `program`: its name
// and arguments, then null.
void add_cl_command(CLI::App& app, char** program, int& exit_status);
void add_cm_command(CLI::App& app, char** program, int& exit_status);
void add_va_command(CLI::App& app, char** program, int& exit_status);
