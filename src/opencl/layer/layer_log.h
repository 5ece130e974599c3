// SPDX-License-Identifier: MIT
// The layer's log, on standard error. It shows errors by default, more with GENMEDIA_LOG=warn|info|debug,
// nothing with GENMEDIA_LOG=off.
#pragma once

#include <spdlog/spdlog.h>

namespace genmedia::opencl {

spdlog::logger& log();

}  // namespace genmedia::opencl
