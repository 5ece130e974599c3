// SPDX-License-Identifier: MIT
// Workers for a subcommand's pipeline.
#pragma once

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <optional>

// Calls `body` with so many workers, or tbb::task_arena::automatic. TBB warns on standard error of more than
// the machine has, where they are not allowed first.
template <class Body>
void in_arena(int workers, const Body& body) {
    std::optional<tbb::global_control> more;
    if (workers > tbb::info::default_concurrency())
        more.emplace(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(workers));
    tbb::task_arena(workers).execute(body);
}
