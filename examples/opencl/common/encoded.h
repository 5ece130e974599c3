// SPDX-License-Identifier: MIT
// An encoder kernel's decisions about a macroblock, and the facts about the picture that it needs. OpenCL C
// and C++ both compile this file.
#pragma once

#ifdef __OPENCL_VERSION__
typedef uchar cl_uchar;
typedef short cl_short;
typedef int cl_int;
typedef ulong cl_ulong;
#else
#include <CL/cl_platform.h>
#endif

enum { kSkip = 0, kInter = 1, kIntra16x16 = 2, kIntra4x4 = 3 };  // Encoded::type

// Entry n of an array belongs to 4x4 block n in Z order.
struct Encoded {
    cl_short vectors[16][2];  // x, y in quarter pixels; zero in intra macroblocks
    cl_uchar luma_modes[16];
    cl_uchar type;
    cl_uchar chroma_mode;
    cl_uchar major_shape;
    cl_uchar minor_shapes;  // 2 bits for each quadrant
};

struct PictureFacts {
    cl_ulong thresholds;   // for the skip check: 16 bits, then six times 8
    cl_int columns, rows;  // macroblocks
    cl_int coarse_columns,
        coarse_rows;  // 8x8 blocks of the picture of a quarter of the sides; 0: there is none
    cl_int qp, chroma_qp;
    cl_int is_p;
    cl_int most_vectors;    // of a macroblock
    cl_int vertical_range;  // how many pixels vectors may point up or down
};
