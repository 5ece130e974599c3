// SPDX-License-Identifier: MIT
// What the host and the kernels of this folder hand each other: compiled as C++ and as OpenCL C.
//
// Kernels search two pictures in each other, a direction each: in direction 0 the first picture is the
// source, in direction 1 the second. Where there are both, the values of direction 1 follow those of
// direction 0.
#ifndef GENMEDIA_MOTION_OPENCL_TRUE_MOTION_FIELD_RECORDS_H
#define GENMEDIA_MOTION_OPENCL_TRUE_MOTION_FIELD_RECORDS_H

#ifndef __OPENCL_VERSION__
#include <cstdint>
namespace genmedia::motion {
#endif

// Planes of the same size of both pictures, padded as PaddedPlane is, and the blocks that they are divided
// into.
typedef struct {
    uint32_t at[2];                 // of the first sample of each plane in the buffer of pictures
    int32_t width, height, stride;  // pixels; the stride and `at` are multiples of 16
    int32_t side, columns, rows;    // blocks
} LevelRecord;

// SweepOptions, and what changes from sweep to sweep.
typedef struct {
    float smoothness, to_prior;
    int32_t number;  // of the sweep
    int32_t each;    // candidates of a block
} SweepRecord;

#ifndef __OPENCL_VERSION__
}  // namespace genmedia::motion
#endif
#endif
