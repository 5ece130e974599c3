// SPDX-License-Identifier: MIT
// The dependency patterns and walking orders of C for Metal thread spaces, by the numbers of cm_rt.h.
#pragma once

#include "walker/thread_space.h"

namespace genmedia::walker {

enum class Pattern {
    none = 0,
    wavefront = 1,
    wavefront26 = 2,
    vertical_wave = 3,    // waits for the left neighbour
    horizontal_wave = 4,  // waits for the upper neighbour
    wavefront26z = 5,
    wavefront26x = 6,
    wavefront26zig = 7,
    wavefront26zi = 8,
};

enum class Walking {
    rows = 0,
    wavefront = 1,
    wavefront26 = 2,
    columns = 3,
    horizontal = 4,  // rows as well
    wavefront26x = 5,
    wavefront26zig = 6,
    wavefront45d = 7,
    wavefront45xd_2 = 8,
};

// Order within the macroblocks of wavefront26zi: even columns (vertical edges) come first, then odd ones.
enum class ZiOrder {
    columns_columns = 0,    // both column by column
    columns_rows = 1,       // the odd ones row by row
    waves = 2,              // even columns of all macroblocks of a 26 degree wave, then the odd ones, by rows
    interleaved_waves = 3,  // as waves, but one column, or row, of each macroblock at a time
};

struct ZiBlocks {
    int width = 16, height = 8;  // of a macroblock, in threads
    ZiOrder order = ZiOrder::columns_columns;
};

// Sets dependencies, applies and order of a space whose width and height are set. Fails for a size that the
// pattern does not allow.
[[nodiscard]] Status apply_pattern(Pattern pattern, ThreadSpace& space, const ZiBlocks& blocks = {});

// Sets only the order.
void apply_walking(Walking walking, ThreadSpace& space);

// Whether each thread comes after all its dependencies in the order, as in_order says.
bool is_in_order(const ThreadSpace& space);

// Sets order, in_order and shares to suit `workers`. Each thread comes after its dependencies. Neighbours
// stay together if they depend on those on the left and above. A space whose threads depend on each other in
// a circle is left as it is.
void order_for_workers(ThreadSpace& space, int workers);

}  // namespace genmedia::walker
