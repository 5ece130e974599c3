// SPDX-License-Identifier: MIT
// Kernels that rely on the lanes of a SIMD unit going in step.
//
// On such a unit `costs[lane] = c; return costs[0] + costs[1];` needs no barrier: all lanes of a sub-group
// have written before one reads. x264's look-ahead is written so. If work-items run one by one, they must
// wait for each other before and after such a statement.
#pragma once

#include "opencl/source/analysis/functions.h"

#include <optional>

namespace genmedia::opencl {

// The program with sub_group_barrier() around each statement that assigns to an element of local memory, in
// functions that read such elements, too, and that kernels without any barrier or exchange reach. Nothing: it
// has no such statement. left_out: a flag for each function; what these kernels reach stays as it is.
std::optional<Tokens> kept_in_step(const Program& program, const std::vector<bool>& left_out);

}  // namespace genmedia::opencl
