// SPDX-License-Identifier: MIT
// Runs the jobs that a queue's worker takes from the queue.
#pragma once

#include <genmedia/status.h>

#include "cm/runtime/queue/job.h"

namespace genmedia::runtime {

// The number of worker threads: the environment variable GENMEDIA_THREADS; 0: as many as the machine has.
int worker_count();

// Returns when all threads of all runs have ended, or at the first failure.
[[nodiscard]] Status execute(const Job& job);

}  // namespace genmedia::runtime
