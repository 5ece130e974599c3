// The orders and dependencies that C for Metal has names for.
#pragma once

#include <genmedia/status.h>

#include "walker/thread_space.h"

namespace genmedia {

enum class Pattern {  // values of CM_DEPENDENCY_PATTERN
    none = 0,
    wavefront = 1,
    wavefront26 = 2,
    vertical_wave = 3,
    horizontal_wave = 4,
    wavefront26z = 5,
    wavefront26x = 6,
    wavefront26zig = 7,
    wavefront26zi = 8
};

enum class Walking {  // values of CM_WALKING_PATTERN
    none = 0,
    wavefront = 1,
    wavefront26 = 2,
    vertical = 3,
    horizontal = 4,
    wavefront26x = 5,
    wavefront26zig = 6,
    wavefront45d = 7,
    wavefront45xd_2 = 8
};

// Fills dependencies, applies and order of a space of the given size; fails for sizes that the pattern does
// not allow.
[[nodiscard]] Status apply_pattern(Pattern pattern, ThreadSpace& space);
// Fills order.
[[nodiscard]] Status apply_walking(Walking walking, ThreadSpace& space);

}  // namespace genmedia
