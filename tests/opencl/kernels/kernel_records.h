// SPDX-License-Identifier: MIT
// What a test's kernel writes for one macroblock and its host reads: OpenCL C and C++ compile this file.
#pragma once

#ifdef __OPENCL_VERSION__
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef uint uint32_t;
typedef ulong uint64_t;
#else
#include <cstdint>
#endif

// Work-item n writes entry n of an array of sixteen.
struct InterRecord {
    uint64_t vectors[16];  // forward in the lower half, backward in the upper; x below y
    uint16_t distortions[16];
    uint32_t reference_ids;
    uint16_t best_distortion;
    uint8_t major_shape;
    uint8_t minor_shapes;
    uint8_t directions;
    uint8_t vector_count;
};

struct ImeRecord {
    struct InterRecord inter;
    uint8_t forward_border;
    uint8_t backward_border;
    uint8_t truncated;
    uint8_t terminated_early;
};

// A partitioning to refine, and the pictures of its quadrants; packed as the built-ins take it.
struct RefineInput {
    uint64_t vectors[16];
    uint32_t reference_ids;
    uint8_t major_shape;
    uint8_t minor_shapes;
    uint8_t directions;
    uint8_t field_polarities;
};

// Best matches of the major partitions: [0] forward, [1] backward; 16x16, 16x8 (2), 8x16 (2), 8x8 (4).
struct StreamRecord {
    uint32_t vectors[2][9];
    uint16_t distortions[2][9];
    uint8_t reference_ids[2][9];
};

// Vectors to check, and the pictures of the quadrants.
struct SkipInput {
    uint64_t vectors[4];
    uint32_t reference_ids;
    uint32_t field_polarities;
};

// The pixels around a macroblock; chroma has Cb in the lower byte.
struct IntraInput {
    uint8_t left[16];
    uint8_t upper[16];
    uint8_t upper_right[8];
    uint16_t chroma_left[8];
    uint16_t chroma_upper[8];
    uint16_t chroma_upper_left;
    uint8_t upper_left;
    uint8_t availability;
};

struct SicRecord {
    uint64_t luma_modes;
    uint64_t transform_sums;
    uint32_t transform_counts;
    uint16_t distortions[16];
    uint16_t best_distortion;
    uint16_t raw_sad;
    uint16_t intra_distortion;
    uint16_t chroma_distortion;
    uint8_t intra_shape;
    uint8_t chroma_mode;
};

#ifdef __OPENCL_VERSION__
// A work-group is one sub-group and takes one macroblock.
#define MACROBLOCK_KERNEL kernel __attribute__((reqd_work_group_size(16, 1, 1))) void

ushort2 macroblock(void) { return (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16); }
size_t macroblock_index(void) { return get_group_id(1) * get_num_groups(0) + get_group_id(0); }
size_t lane(void) { return get_local_id(0); }
#endif
