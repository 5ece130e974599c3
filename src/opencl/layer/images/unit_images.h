// SPDX-License-Identifier: MIT
// Whether the unit can read the images in a kernel's evaluations.
#pragma once

#include "opencl/layer/programs/rewritten_kernels.h"

namespace genmedia::opencl {

// CL_SUCCESS, or the error of clEnqueueNDRangeKernel, which is also reported to the kernel's context:
// CL_IMAGE_FORMAT_NOT_SUPPORTED for a format other than CL_R, CL_UNORM_INT8 and CL_NV12_INTEL,
// CL_INVALID_IMAGE_SIZE for a reference whose size differs from its source's. PoCL checks arguments that are
// not set.
cl_int check_unit_images(KernelFacts& kernel);

}  // namespace genmedia::opencl
