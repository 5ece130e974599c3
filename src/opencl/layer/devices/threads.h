// SPDX-License-Identifier: MIT
// How many threads PoCL has, and how many processors programs see.
#pragma once

#include <optional>

namespace genmedia::opencl {

// A Gen execution unit runs seven threads at once. Programs whose work-groups wait for each other launch up
// to seven for each compute unit. So PoCL gets seven threads for each processor, and enough for the
// sub-groups of a large work-group. PoCL reads their number from the environment. It starts them all when a
// program first asks for its devices (3.1), before anybody can know whether kernels will need them. Does
// nothing if the user has set the number.
void ask_pocl_for_threads();

// Whether each sub-group of a work-group has a thread: not where the user has set the number.
bool sub_groups_run_apart();

// The number of processors, where PoCL reports the number of threads that it was asked for.
std::optional<unsigned> compute_units();

}  // namespace genmedia::opencl
