// SPDX-License-Identifier: MIT
// Tests with a few macroblocks whether a device computes what the unit does.
#pragma once

#include "vme/opencl/device_program.h"

namespace genmedia::vme::opencl {

// Each operation on a made-up picture, against the reference. Fails where a result differs, or the device
// does.
Status self_test(const Program& program);

}  // namespace genmedia::vme::opencl
