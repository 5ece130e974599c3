// SPDX-License-Identifier: MIT
// Ways to code a macroblock without a search, as kernels write them and hosts read them.
#pragma once

#include "macroblock.h"

struct Decision {
    cl_ulong luma_modes;       // 4 bits for each 4x4 block; the first of each block of intra_shape counts
    cl_ulong transform_sums;   // 16 bits for each quadrant: by how much coefficients exceed their thresholds
    cl_uint transform_counts;  // 8 bits for each quadrant: how many coefficients do
    cl_ushort skip_distortion;
    cl_ushort skip_sad;
    cl_ushort intra_distortion;
    cl_ushort chroma_distortion;
    cl_uchar intra_shape;
    cl_uchar chroma_mode;
};
