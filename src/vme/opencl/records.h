// SPDX-License-Identifier: MIT
// What the host and the kernels of this folder hand each other: compiled as C++ and as OpenCL C.
#ifndef GENMEDIA_VME_OPENCL_RECORDS_H
#define GENMEDIA_VME_OPENCL_RECORDS_H

#ifdef __OPENCL_VERSION__
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef short int16_t;
typedef uint uint32_t;
typedef int int32_t;
#else
#include <cstdint>
namespace genmedia::vme::opencl {
#endif

// A plane of 8-bit samples in the buffer of pictures. Its place and its stride are multiples of 16; what a
// line has beyond the width repeats its last sample.
typedef struct {
    uint32_t at;  // of its first sample
    int32_t width, height, stride;
} PlaneRecord;

// Costs as plain numbers.
typedef struct {
    uint32_t has_vector_cost;
    uint32_t precision;  // CostPrecision
    uint16_t near[66];   // of one axis at distances 0..64; one more for each unit from there
    uint32_t shape[5];   // 16x16, 16x8 and 8x16, 8x8, 8x4 and 4x8, 4x4
    uint32_t backward_direction;
} CostRecord;

// The order in which a window is searched: SearchPath.
typedef struct {
    int32_t width, height;  // of the window, in pixels
    int32_t first_x, first_y;
    int32_t columns, rows;  // search units
    int32_t visits;         // predetermined search units inside of the window
    int32_t adaptive;
    int32_t tail;           // the most search units of the adaptive search
    int32_t has_last;       // 1: after the visits comes SearchPath::last
    uint8_t units[144][2];  // x, y of the visits
} PathRecord;

// An integer search but for its place: ImeRequest. [0] is forward, [1] backward.
typedef struct {
    PlaneRecord source, reference[2];
    uint32_t directions;  // 1 or 2
    uint32_t path[2];     // index
    uint32_t distortion;  // Distortion
    uint32_t disabled_partitions, max_vector_count, disable_direction_mix;
    uint32_t early_termination;  // 0: none
    uint32_t sad_weights;        // 0: none
    uint32_t penalty[2];         // of the reference
    uint32_t reference_id[2];
    uint32_t is_rectangle;  // search_rectangles() searches it, else search_windows()
    CostRecord costs;
} SearchRecord;

// Where an operation takes place.
typedef struct {
    uint32_t setup;           // index of its SearchRecord, RefineRecord, SkipRecord or IntraRecord
    int32_t x, y;             // of the macroblock
    int32_t home;             // not 0: the windows around the macroblock's own place are searched first
    int16_t offset[2][2];     // of each direction; x, y in pixels
    int16_t center[4][2][2];  // of each quadrant and direction; x, y in quarter pixels
    int32_t stream;           // index of what is streamed in, or -1
} PlaceRecord;

// MajorRecord.
typedef struct {
    int16_t x, y;
    uint16_t distortion;
    uint8_t reference_id, unused;
} MajorMatch;

typedef struct {
    MajorMatch blocks[2][9];
} StreamRecord;

// InterResult, byte for byte.
typedef struct {
    uint8_t major_shape;
    uint8_t minor_shapes[4];
    uint8_t directions[4];
    uint8_t reference_ids[4][2];
    int16_t vectors[16][2][2];
    uint16_t distortions[16];
    uint16_t best_distortion;
    uint8_t vector_count;
} InterRecord;

// The rest of ImeResult.
typedef struct {
    uint8_t border[2], truncated, terminated_early;
    StreamRecord stream;
} SearchExtras;

// A refinement but for its place and partitioning: RefineRequest.
typedef struct {
    PlaneRecord source, reference[2][4];  // of each direction and quadrant
    uint32_t subpixel;                    // SubpixelMode
    uint32_t bidirectional;               // BidirectionalWeight; 0: no BME
    uint32_t disable_mix;
    uint32_t bilinear, distortion;
    uint32_t penalty[2][4];
    uint32_t reference_id[2][4];
    CostRecord costs;
} RefineRecord;

// A skip check but for its place: SkipCheck. Block n is a quadrant, or 0 the macroblock.
typedef struct {
    PlaneRecord source, reference[2][4];  // of each direction and block
    uint32_t partition_8x8;
    int32_t directions[4];  // Direction; -1: the block is not checked
    uint32_t weight;        // BidirectionalWeight
    uint32_t bilinear, distortion;
    uint32_t raw_sad;  // RawSad
    uint32_t has_thresholds;
    uint16_t thresholds[8];  // TransformThresholds; the last is unused
    uint32_t penalty[2][4];
    CostRecord costs;
    int16_t vectors[4][2][2];  // of each block and direction; x, y in quarter pixels
} SkipRecord;

// The skip check's part of SicResult.
typedef struct {
    uint16_t distortions[16];
    uint16_t best_distortion, raw_sad;
    uint16_t transform_sum[4];
    uint8_t transform_count[4];
} SkipResult;

// An intra estimation but for its place and neighbours: IntraEstimation. Arrays of three go by IntraShape.
typedef struct {
    PlaneRecord source;
    PlaneRecord chroma;  // Cb and Cr by turns; width counts both as one
    uint32_t disabled_partitions, distortion;
    uint32_t disabled_modes[3];  // a bit each; of 16x16 as AVC counts them
    uint32_t disabled_chroma_modes;
    uint32_t shape_penalty[3];
    uint32_t has_mode_cost;
    uint32_t non_dc_penalty[3], mode_penalty;
    uint32_t has_chroma, chroma_mode_penalty;
} IntraRecord;

// What surrounds a macroblock: IntraNeighbors, and the modes of IntraModeCost.
typedef struct {
    uint8_t has_left, has_upper, has_upper_right, has_upper_left;
    uint8_t upper[24];  // and to the right
    uint8_t left[17];   // from the corner on
    uint8_t chroma_upper[8][2], chroma_left[8][2], chroma_upper_left[2];
    uint8_t left_modes[4], upper_modes[4];  // LumaMode
} NeighborRecord;

// The intra estimation's part of SicResult.
typedef struct {
    uint16_t distortion, chroma_distortion;
    uint8_t shape, chroma_mode;
    uint8_t luma_modes[16];
} IntraResult;

#ifndef __OPENCL_VERSION__
}  // namespace genmedia::vme::opencl
#endif
#endif
