// SPDX-License-Identifier: MIT
// What a kernel that runs on a GPU's own driver finds in its launch's buffer: compiled as C++ and as OpenCL C. Needs abi.h
// and vme/opencl/records.h before it.
#ifdef __cplusplus
#pragma once
#include "opencl/builtins/abi.h"
#include "vme/opencl/records.h"
namespace genmedia::opencl::abi {
using vme::opencl::PathRecord;
using vme::opencl::PlaneRecord;
#endif

// Local memory of a sub-group that asks the unit, so that a work-group of four has room where a device has 48 KB and keeps
// some. Values that are exchanged take the same place.
enum { GM_UNIT_WORDS = 1504 };

// Where it has helpers: such a work-group is one sub-group.
enum { GM_HELPED_WORDS = 2048 };

// Why a request was answered with zeros, or what a work-item waited for did not come.
enum { GM_NO_FAILURE = 0, GM_NO_REFERENCE_IMAGE = 1, GM_OTHER_SIZE = 2, GM_NO_CHROMA = 3, GM_WAITED = 4 };

// What helpers are asked beside an operation: nothing any more. And what stands for none.
enum { GM_LEAVES = 3, GM_NOTHING = 4 };

struct gm_device_launch {
    gm_u32 failure, failed_operation, failed_x, failed_y, failed_image, failed_source;
    gm_u32 unused[2];
    struct gm_tables tables;
    PathRecord paths[16][2];         // [window][dual reference]
    gm_u32 are_rectangles[16][2];    // of which most positions of a small window are visited
    PlaneRecord luma[GM_IMAGES], chroma[GM_IMAGES];  // of images that the unit reads, by kernel parameter; 0 wide: none
};

#ifdef __cplusplus
}  // namespace genmedia::opencl::abi
#endif
