// SPDX-License-Identifier: MIT
// What the host and the kernels of this folder hand each other: compiled as C++ and as OpenCL C.
//
// Kernels search pairs of pictures in each other, several pairs at once: in direction 2 * p the first picture
// of pair p is the source, in direction 2 * p + 1 the second. Values of one direction follow those of the one
// before.
#ifndef GENMEDIA_MOTION_OPENCL_TRUE_MOTION_FIELD_RECORDS_H
#define GENMEDIA_MOTION_OPENCL_TRUE_MOTION_FIELD_RECORDS_H

#ifndef __OPENCL_VERSION__
#include <cstdint>
namespace genmedia::motion {
#endif

enum { MOST_PAIRS = 4 };

// Planes of the same size of all pictures, padded as PaddedPlane is, and the blocks that they are divided
// into.
typedef struct {
    uint32_t at[2 * MOST_PAIRS];    // of the first sample of each plane in the buffer of pictures
    int32_t width, height, stride;  // pixels; the stride and `at` are multiples of 16
    int32_t side, columns, rows;    // blocks
    int32_t step;                   // 1: all directions are searched; 2: of each pair the first
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
