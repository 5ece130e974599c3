// SPDX-License-Identifier: MIT
// Numbers that the unit's C++ and its kernels have in common: compiled as C++ and as OpenCL C.
// make_records.cpp holds each against the public headers.
#ifndef GENMEDIA_VME_OPENCL_NUMBERS_H
#define GENMEDIA_VME_OPENCL_NUMBERS_H

#ifndef __OPENCL_VERSION__
namespace genmedia::vme::opencl {
#endif

// The blocks of a macroblock: kBlocks.
enum {
    FIRST_16X16 = 0,
    FIRST_16X8 = 1,
    FIRST_8X16 = 3,
    FIRST_8X8 = 5,
    FIRST_8X4 = 9,
    FIRST_4X8 = 17,
    FIRST_4X4 = 25,
    BLOCKS = 41,
    MAJOR_BLOCKS = FIRST_8X4  // those of 8x8 and more
};

enum { SHAPE_16X16 = 0, SHAPE_16X8 = 1, SHAPE_8X16 = 2, SHAPE_8X8 = 3 };               // MajorShape
enum { MINOR_8X8 = 0, MINOR_8X4 = 1, MINOR_4X8 = 2, MINOR_4X4 = 3 };                   // MinorShape
enum { FORWARD = 0, BACKWARD = 1, BIDIRECTIONAL = 2, NOT_CHECKED = -1 };               // Direction
enum { SAD = 0, HAAR = 1, AC_HAAR = 2 };                                               // Distortion
enum { SUBPIXEL_INTEGER = 0, SUBPIXEL_HALF = 1, SUBPIXEL_QUARTER = 3 };                // SubpixelMode
enum { WHOLE_MACROBLOCK = 0, LARGEST_4X4 = 1, LARGEST_8X8 = 2 };                       // RawSad
enum { INTRA_16X16 = 0, INTRA_8X8 = 1, INTRA_4X4 = 2 };                                // IntraShape
enum { CHROMA_DC = 0, CHROMA_HORIZONTAL = 1, CHROMA_VERTICAL = 2, CHROMA_PLANE = 3 };  // ChromaMode
enum {                                                                                 // LumaMode
    VERTICAL = 0,
    HORIZONTAL = 1,
    DC = 2,
    DOWN_LEFT = 3,
    DOWN_RIGHT = 4,
    VERTICAL_RIGHT = 5,
    HORIZONTAL_DOWN = 6,
    VERTICAL_LEFT = 7,
    HORIZONTAL_UP = 8,
    LUMA_MODES = 9,
    PLANE = 3  // of a 16x16 block, as AVC counts them
};

#ifndef __OPENCL_VERSION__
}  // namespace genmedia::vme::opencl
#endif
#endif
