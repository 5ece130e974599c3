// SPDX-License-Identifier: MIT
#pragma once

#include "va/driver.h"

namespace genmedia::va {

// VAEntrypointStats, with the structures of va_fei_h264.h.
std::unique_ptr<Operation> make_h264_statistics();
// VAConfigAttribStats
uint32_t statistics_attribute();

}  // namespace genmedia::va
