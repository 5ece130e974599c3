// SPDX-License-Identifier: MIT
// Whether a device finds the fields that the reference finds.
#pragma once

#include "motion/opencl/device_search.h"

namespace genmedia::motion {

// Searches two made-up pictures there and here. Not ok where any value differs.
Status field_self_test(DeviceSearch& device);

}  // namespace genmedia::motion
