// SPDX-License-Identifier: MIT
#include "opencl/layer/layer_log.h"

#include "base/stderr_logger.h"

namespace genmedia::opencl {

spdlog::logger& log() {
    // Never destroyed: PoCL's threads may outlive static objects.
    static spdlog::logger& logger = *base::make_stderr_logger(base::settings::kClLog);
    return logger;
}

}  // namespace genmedia::opencl
