// SPDX-License-Identifier: MIT
// Whether kernels on a device can reach the engine at all.
#pragma once

#include "genmedia/status.h"
#include "opencl/layer/target.h"

namespace genmedia::opencl {

// Builds and runs a kernel with the built-ins: calls into the engine, exchanges between work-items, images
// read in place, one evaluation. Compares the results with the right ones. An unknown version of PoCL may lay
// out its images differently or compile the calls wrongly.
Status self_test(cl_device_id device);

}  // namespace genmedia::opencl
