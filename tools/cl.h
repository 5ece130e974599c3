// genmedia cl: runs an OpenCL program with genmedia's layer before PoCL.
#pragma once

#include <CLI/CLI.hpp>

// Where the program begins that `genmedia cl` shall run, whose flags are its own; argc where there is none.
int program_position(int argc, char** argv);

// `program`: its name and arguments, then null.
void add_cl_command(CLI::App& app, char** program, int& exit_status);
