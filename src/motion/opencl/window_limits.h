// SPDX-License-Identifier: MIT
// What search/search_start.h says of a window, as kernels take it: compiled as C++ and as OpenCL C. Pixels.
#ifndef GENMEDIA_MOTION_OPENCL_WINDOW_LIMITS_H
#define GENMEDIA_MOTION_OPENCL_WINDOW_LIMITS_H

#ifndef __OPENCL_VERSION__
#include <cstdint>
namespace genmedia::motion {
#endif

typedef struct {
    int32_t far_x, far_y;            // far_limits()
    int32_t furthest_x, furthest_y;  // kFurthest
} WindowLimits;

#ifndef __OPENCL_VERSION__
}  // namespace genmedia::motion
#endif
#endif
