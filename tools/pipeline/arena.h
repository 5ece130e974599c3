// SPDX-License-Identifier: MIT
// Workers for a subcommand's pipeline.
#pragma once

#include "base/workers.h"

// Calls `body` with so many workers, or tbb::task_arena::automatic.
template <class Body>
void in_arena(int workers, const Body& body) {
    tbb::task_arena(genmedia::base::start_workers(workers > 0 ? workers : tbb::info::default_concurrency()))
        .execute(body);
}
