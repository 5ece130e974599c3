// SPDX-License-Identifier: MIT
// What the layer has to say, on standard error: errors by default, more by GENMEDIA_LOG=warn|info|debug,
// nothing by GENMEDIA_LOG=off.
#pragma once

#include <spdlog/spdlog.h>

namespace genmedia::opencl {

spdlog::logger& log();

}  // namespace genmedia::opencl
