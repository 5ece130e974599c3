// SPDX-License-Identifier: MIT
#include "cm/runtime/runtime_log.h"

#include "base/stderr_logger.h"

namespace genmedia::runtime {

spdlog::logger& log() {
    // Never destroyed: a host may leave queues running when it ends.
    static spdlog::logger& logger = *base::make_stderr_logger(base::settings::kCmLog);
    return logger;
}

}  // namespace genmedia::runtime
