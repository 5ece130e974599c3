// SPDX-License-Identifier: MIT
// Dispatch of a two-dimensional thread space on a pool of workers.
#pragma once

#include <functional>

namespace genmedia::walker {

enum class Dependency {
    none,
    // A cell starts when its left, upper and upper right neighbours have finished (26 degrees).
    wavefront,
};

// Calls cell(x, y) once for each 0 <= x < columns, 0 <= y < rows and returns when all calls have.
// `threads` workers; 0: as many as the machine has. If cells throw, the others still run; one of the
// exceptions is then rethrown.
void walk(int columns, int rows, Dependency dependency, int threads,
          const std::function<void(int, int)>& cell);

}  // namespace genmedia::walker
