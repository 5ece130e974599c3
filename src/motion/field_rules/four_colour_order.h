// SPDX-License-Identifier: MIT
// Blocks in four colours, of which one changes at a time: none changes beside another that does.
#pragma once

#include "walker/worker_pool.h"

#include <algorithm>

namespace genmedia::motion {

// Calls body(by, first) for the blocks of a row of which one colour is: those from column `first` on, 0 or 1,
// every second. The result is that of four passes over the picture, whatever the number of workers: even rows
// come before odd ones, and in each row even columns before odd ones. Rows that lie beside each other are
// visited soon after each other, while caches hold their pixels.
template <class Body>
void each_row_by_colour(int rows, const Body& body) {
    // Even; two runs a worker, or more.
    const int rows_of_a_run = std::clamp(rows / (2 * walker::worker_count(0)) / 2 * 2, 2, 16);
    const auto row = [&](int by) {
        for (int first = 0; first < 2; first++) body(by, first);
    };
    const int runs = (rows + rows_of_a_run - 1) / rows_of_a_run;
    // An odd row waits for both even rows beside it, which need its blocks as they were.
    walker::parallel_for(runs, [&](int run) {
        const int first = run * rows_of_a_run, end = std::min(rows, first + rows_of_a_run);
        for (int by = first; by < end; by += 2) {
            row(by);
            if (by > first) row(by - 1);
        }
    });
    walker::parallel_for(runs, [&](int run) {
        const int end = std::min(rows, (run + 1) * rows_of_a_run);
        if (end % 2 == 0) row(end - 1);
    });
}

// Calls body(bx, by) for each block in this order.
template <class Body>
void each_block_by_colour(int columns, int rows, const Body& body) {
    each_row_by_colour(rows, [&](int by, int first) {
        for (int bx = first; bx < columns; bx += 2) body(bx, by);
    });
}

}  // namespace genmedia::motion
