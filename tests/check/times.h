// SPDX-License-Identifier: MIT
// How long the functions of each backend take on this machine.
#pragma once

#include <cstdint>

namespace genmedia::test {

// Prints two tables, nanoseconds: the unit's operations, and what true motion takes of a backend.
void print_times(uint64_t seed);

}  // namespace genmedia::test
