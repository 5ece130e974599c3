// SPDX-License-Identifier: MIT
// How many of PoCL's threads there are, and how many processors programs see.
#pragma once

#include <optional>

namespace genmedia::opencl {

// A Gen execution unit runs seven threads at once. Programs whose work-groups wait for each other launch up
// to that many a compute unit. So PoCL gets that many threads for each processor, and enough for the
// sub-groups of a large work-group. It reads their number from the environment, and starts them all when a
// program first asks for its devices (3.1). Nobody can know then whether kernels will need them. Does nothing
// where the user has set the number.
void ask_pocl_for_threads();

// The number of processors, where PoCL reports the number of threads that it was asked for.
std::optional<unsigned> compute_units();

}  // namespace genmedia::opencl
