// SPDX-License-Identifier: MIT
// What the hardware's frames show of a macroblock, as kernels write it and the host reads it.
#pragma once

#ifdef __OPENCL_VERSION__
typedef short2 cl_short2;
typedef uchar cl_uchar;
typedef ushort cl_ushort;
#else
#include <CL/cl_platform.h>
#endif

struct Macroblock {
    cl_short2 vectors[16];  // quarter pixels; entry n comes from work-item n
    cl_ushort inter_distortion, intra_distortion;
    cl_uchar major_shape;
    cl_uchar minor_shapes;  // 2 bits a quadrant
    cl_uchar intra_shape;
    cl_uchar reserved;
};
