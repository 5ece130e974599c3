// SPDX-License-Identifier: MIT
// The runtime's log, on standard error. It shows warnings and errors by default;
// GENMEDIA_CM_LOG=off|error|warn|info|debug changes that. Nothing else in the runtime prints.
#pragma once

#include <spdlog/spdlog.h>

namespace genmedia::runtime {

spdlog::logger& log();

}  // namespace genmedia::runtime
