// SPDX-License-Identifier: MIT
// Whether the unit can read the images that a kernel's evaluations are given.
#pragma once

#include "opencl/layer/kernels.h"

namespace genmedia::opencl {

// CL_SUCCESS, or what clEnqueueNDRangeKernel returns, told to the kernel's context:
// CL_IMAGE_FORMAT_NOT_SUPPORTED for another format than CL_R, CL_UNORM_INT8 and CL_NV12_INTEL,
// CL_INVALID_IMAGE_SIZE for a reference that is not as large as its source. Arguments that are not set are
// left to PoCL.
cl_int check_unit_images(KernelFacts& kernel);

}  // namespace genmedia::opencl
