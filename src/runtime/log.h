// SPDX-License-Identifier: MIT
// What the runtime has to say, on standard error: warnings and errors by default, more or less by
// GENMEDIA_CM_LOG=off|error|warn|info|debug. Nothing else of the runtime prints.
#pragma once

#include <spdlog/spdlog.h>

namespace genmedia::runtime {

spdlog::logger& log();

}  // namespace genmedia::runtime
