// SPDX-License-Identifier: MIT
// How many of PoCL's threads there are, and how many processors programs see.
#pragma once

#include <optional>

namespace genmedia::opencl {

// A Gen execution unit runs seven threads at once, and programs whose work-groups wait for each other
// launch up to that many a compute unit. PoCL's threads are that many too, and enough for the sub-groups of a
// large work-group; it reads their number from the environment and starts them all when the first program
// asks for its devices (3.1), before anybody can know whether its kernels need them. Does nothing where the
// user has set it.
void ask_pocl_for_threads();

// The number of processors, where PoCL reports the number of threads that it was asked for.
std::optional<unsigned> compute_units();

}  // namespace genmedia::opencl
