// SPDX-License-Identifier: MIT
// The figures of a run as text.
#pragma once

#include "media/results/stats.h"

#include <string>

namespace genmedia::media {

std::string stats_json(const Stats& stats);

// For people: a few aligned lines, each ending in a newline.
std::string stats_table(const Stats& stats);

}  // namespace genmedia::media
