// SPDX-License-Identifier: MIT
// Rounds of a solver that changes every second block, then the others, while caches hold a few rows.
#pragma once

#include "walker/worker_pool.h"

#include <algorithm>

namespace genmedia::motion {

// Calls body(by, half) for all rows and half rounds, of which all go through the rows at once: a row comes
// when it and those above and below have gone through all half rounds before, and before any of
// them goes through the next.
template <class Body>
void each_row_of_some_half_rounds(int rows, int halves, const Body& body) {
    const int height = 2 * halves, runs = std::max(1, rows / height);
    const auto first_of = [&](int run) { return run == runs ? rows : run * height; };
    // A run of rows loses one at each end from half to half, as those beyond have not come so far.
    walker::parallel_for(runs, [&](int run) {
        const int first = first_of(run), end = first_of(run + 1);
        for (int newest = first; newest < end + halves; newest++)
            for (int half = 0; half < halves; half++) {
                const int by = newest - half;
                const int top = first == 0 ? 0 : first + half, bottom = end == rows ? rows : end - half;
                if (by >= top && by < bottom) body(by, half);
            }
    });
    // Then those around the ends.
    walker::parallel_for(runs - 1, [&](int run) {
        const int middle = first_of(run + 1);
        for (int half = 1; half < halves; half++)
            for (int by = middle - half; by < middle + half; by++) body(by, half);
    });
}

// Calls body(by, half) for all rows and half rounds. The result is that of one half round after the other,
// whatever the number of workers. The more half rounds go through rows at once, the less is read, and the
// fewer workers have something to do.
template <class Body>
void each_row_of_half_rounds(int rows, int halves, const Body& body) {
    const int workers = walker::worker_count(0);
    const auto runs = [&](int at_once) { return rows / (2 * at_once); };
    int at_once = halves;
    if (workers > 1)
        while (at_once > 2 && runs(at_once) < 2 * workers) at_once = (at_once + 1) / 2;
    for (int first = 0; first < halves; first += at_once)
        each_row_of_some_half_rounds(rows, std::min(at_once, halves - first),
                                     [&](int by, int half) { body(by, first + half); });
}

}  // namespace genmedia::motion
