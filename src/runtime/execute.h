// SPDX-License-Identifier: MIT
// Runs what a queue's worker took from the queue.
#pragma once

#include <genmedia/status.h>

#include "runtime/job.h"

namespace genmedia::runtime {

// Threads to run on, by the environment variable GENMEDIA_THREADS; 0: as many as the machine has.
int worker_count();

// Returns when all threads of all runs have ended, or with the first failure.
[[nodiscard]] Status execute(const Job& job);

}  // namespace genmedia::runtime
