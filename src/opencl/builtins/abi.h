// SPDX-License-Identifier: MIT
// What the built-in functions in a kernel and the engine in this library write for each other. OpenCL C
// and C++ both compile this file, so the structures hold fixed-size fields only and addresses as 64 bits.
#ifdef __cplusplus
#pragma once
#include <cstdint>
namespace genmedia::opencl::abi {
using gm_u8 = uint8_t;
using gm_u16 = uint16_t;
using gm_i16 = int16_t;
using gm_u32 = uint32_t;
using gm_u64 = uint64_t;
#define GM_STATIC_ASSERT static_assert
#else
typedef uchar gm_u8;
typedef ushort gm_u16;
typedef short gm_i16;
typedef uint gm_u32;
typedef ulong gm_u64;
#ifdef GM_DEVICE  // whose compiler may know OpenCL C 1.2 alone
#define GM_STATIC_ASSERT(condition, words)
#else
#define GM_STATIC_ASSERT _Static_assert
#endif
#endif

// Small members of what a work-item hands from built-in to built-in. On a device they are whole words: NVIDIA's compiler
// keeps structures with narrower members, or with gaps, in memory.
#ifdef GM_DEVICE
typedef uint gm_held_u8;
typedef uint gm_held_u16;
typedef int gm_held_i16;
#else
typedef gm_u8 gm_held_u8;
typedef gm_u16 gm_held_u16;
typedef gm_i16 gm_held_i16;
#endif

enum {
    GM_LANES = 32,          // of the largest sub-group; the unit's have 16
    GM_UNIT_LANES = 16,
    GM_EXCHANGE_BYTES = 128,  // of the largest value that work-items pass around: long16
    GM_IMAGES = 64,         // kernel parameters that can be told apart as images
    GM_LOCALS = 32,         // variables in local memory that a fiber finds without asking the engine
};

// gm_setup::flags
enum {
    GM_COST = 1 << 0,              // a motion vector cost function is set
    GM_DUAL_WINDOW = 1 << 1,
    GM_NO_DIRECTION_MIX = 1 << 2,
    GM_EARLY_TERMINATION = 1 << 3,
    GM_SAD_WEIGHTS = 1 << 4,
    GM_BIDIRECTIONAL = 1 << 5,     // BME, not FME
    GM_NO_BIDIRECTIONAL_MIX = 1 << 6,
    GM_BILINEAR = 1 << 7,
    GM_AC_ONLY_HAAR = 1 << 8,      // overrides every SAD adjustment
    GM_SOURCE_FIELD = 1 << 9,      // the source is one field of an interlaced picture
    GM_REFERENCE_FIELD = 1 << 10,
    GM_SKIP = 1 << 11,
    GM_SKIP_8X8 = 1 << 12,
    GM_BLOCK_RAW_SAD = 1 << 13,
    GM_TRANSFORM = 1 << 14,
    GM_INTRA = 1 << 15,
    GM_CHROMA = 1 << 16,
    GM_MODE_COST = 1 << 17,
};

// What a payload says once for the sub-group. Numbers have the formats of the extension's text, packed as
// there. From source_x on is what programs change from request to request.
struct gm_setup {
    gm_u64 cost_table, shape_penalty, transform_thresholds;
    gm_u32 flags, sad_weights, skip_mask, intra_shape_penalty, neighbor_modes, non_dc_penalty;
    gm_held_u8 disabled_partitions, window;
    gm_held_u8 sad_adjustment, intra_sad_adjustment;  // the first also that of a skip check
    gm_held_u8 max_vectors;  // 0: not limited
    gm_held_u8 early_threshold;
    gm_held_u8 cost_precision, direction_penalty, multi_reference_penalty;
    gm_held_u8 source_field, forward_field, backward_field;
    gm_held_u8 subpixel, bidirectional_weight, raw_sad_type, disabled_intra_partitions;
    gm_held_u8 neighbors, upper_left, mode_penalty, chroma_mode_penalty;
    gm_held_u16 source_x, source_y;
    gm_held_i16 forward_x, forward_y, backward_x, backward_y;
    gm_held_u16 chroma_upper_left;
    gm_held_u8 major_shape, minor_shapes, directions;
};

// What each work-item adds to it.
struct gm_lane_input {
    gm_u64 vectors;      // entry of the macroblock's motion vectors, or of a skip check's
    gm_u64 cost_center;  // of quadrant n: work-items 0 to 3
    gm_held_u16 chroma_left, chroma_upper;
    gm_held_u8 left, upper, upper_right, unused;
};

// A major partition's best match, as streams carry it.
struct gm_record {
    gm_u32 vector;
    gm_held_u16 distortion;
    gm_held_u8 reference_id;
};

// The records that one work-item holds: [forward or backward][major shape].
struct gm_stream {
    struct gm_record record[2][4];
};

enum { GM_IME = 0, GM_REF = 1, GM_SIC = 2 };                                   // gm_request::operation
enum { GM_NO_REFERENCE = 0, GM_SINGLE = 1, GM_DUAL = 2, GM_MULTI = 3, GM_MULTI_FIELDS = 4 };  // ::references

enum { GM_STREAM_IN = 1, GM_STREAM_OUT = 2 };  // gm_request::streams

struct gm_request {
    struct gm_setup setup;
    gm_u64 source, forward, backward;  // images, as the kernel holds them
    gm_u32 operation, references;
    gm_u32 reference_ids;    // multi: four bits a quadrant and direction
    gm_u32 reference_fields;  // GM_MULTI_FIELDS: one bit each
    gm_u32 streams, done;    // GM_STREAM_*
};

// What an evaluation returns to every work-item alike.
struct gm_answer {
    gm_u64 luma_modes, transform_sums;
    gm_u32 reference_ids, transform_counts, weighted_vector;
    gm_held_u16 best_distortion, raw_sad, weighted_distortion, luma_distortion, chroma_distortion;
    gm_held_u8 major_shape, minor_shapes, directions, vector_count;
    gm_held_u8 border;  // backward's in the high four bits
    gm_held_u8 truncated, terminated_early, intra_shape, chroma_mode, unused;
};

struct gm_exchange {
    gm_u64 value[GM_LANES][GM_EXCHANGE_BYTES / 8];
} __attribute__((aligned(128)));

// One evaluation: asked by sixteen work-items, answered once.
struct gm_evaluation {
    struct gm_request request;
    struct gm_answer answer;
    struct gm_lane_input lane[GM_UNIT_LANES];
    gm_u64 vectors[GM_UNIT_LANES];
    gm_u16 distortions[GM_UNIT_LANES];
    struct gm_stream stream_in[GM_UNIT_LANES], stream_out[GM_UNIT_LANES];
};

// A sub-group's memory. Exchanges and evaluations alternate between two places, so that one barrier an
// operation is enough: who writes place p has passed the barrier after which nobody reads its old content.
struct gm_sub_group {
    struct gm_exchange exchange[2];
    struct gm_evaluation evaluation[2];
    gm_u32 operations[GM_LANES];  // done so far by each work-item
    gm_u32 depth[GM_LANES];       // of kernels that call kernels
    gm_u32 met[2];                // whether the work-group's barrier has been passed, as operations alternate
};

// What PoCL runs as one work-group: a whole work-group, or one sub-group of it.
struct gm_group {
    gm_u64 group_id[3];
    gm_u64 launch;
    gm_u64 work_group;                // the engine's, of sub-groups that run apart
    gm_u64 sub_groups;                // address of its first gm_sub_group
    gm_u32 first_local_id;            // linear local id of its first work-item
    gm_u32 running;                   // work-items that have not left yet
    gm_u64 image[GM_IMAGES];          // by kernel parameter; 0: not an image
    gm_u64 locals[GM_LOCALS];         // of fibers: addresses of local variables; 0: not asked for yet
};

// What PoCL does not know of an image parameter. [ext cl_intel_planar_yuv]
enum { GM_PLAIN = 0, GM_NV12 = 1, GM_RG = 2 };  // GM_RG: two channels of 8 bits, which PoCL 3 has not
struct gm_plane {
    gm_u64 chroma;  // GM_NV12: its interleaved lines
    gm_u32 pitch, kind;
};

// A command that is running. The kernel finds it through its global offset in dimension 2.
struct gm_launch {
    gm_u64 enter, leave, evaluate, poll, signal;  // functions of the engine
    gm_u64 meet, share;                           // the same; 0: PoCL runs whole work-groups. Of fibers `meet`
                                                  // only says whether there are several sub-groups
    gm_u64 run, local_memory, print;              // the same, of kernels whose work-items are fibers
    gm_u64 tables;                                // address of a gm_tables
    gm_u64 groups;                                // gm_group addresses, by PoCL's group id
    gm_u64 planes, plane_count;                   // gm_plane by kernel parameter; 0: all are plain
    gm_u64 global_size[3], local_size[3], global_offset[3], group_count[3];
    gm_u32 work_dim, sub_group_size, flat;        // flat: local sizes 1 and 2 are one
    gm_u32 waiting;                               // groups that wait in a poll
};

// A work-item as a fiber (engine/fibers.h). It lies in its stack's slot above the outermost frame: so the kernel
// finds it from the stack pointer. It lies a little lower in each slot than in the one before: so the caches hold
// all of a sub-group.
#define GM_FIBER_SLOT_SHIFT 19
#define GM_FIBER_SLOT (1 << GM_FIBER_SLOT_SHIFT)  // bytes, to which slots are aligned
#define GM_FIBER_STAGGER 1088                     // bytes, times the slot's number modulo 32
#define GM_FIBER_PLACE (GM_FIBER_SLOT - 40960)    // of slot 0's fiber, from the slot's begin: room for 32 staggers
#define GM_FIRST 1  // of the ring to stop
#define GM_LAST 2
struct gm_fiber {
    gm_u64 next_stack_pointer;  // of `next`, stopped. There lies what a call keeps, and where it goes on
    gm_u64 next, previous;      // the lanes that go the same way are a ring; the next one runs when this one stops
    gm_u64 team;
    gm_u64 stack_pointer;       // of one that is stopped and stands in no ring, or is to go on at once
    gm_u64 role;                // GM_FIRST, GM_LAST
    gm_u64 group, launch, sub_group;
    gm_u32 order;               // of the exchange that it is about to make, as the program's text has them
    gm_u32 lane, local_id;
};

// The fibers of a sub-group.
struct gm_team {
    gm_u64 split, yield;  // functions of the engine
    gm_u32 order;         // of the first of the ring, as it stopped
    gm_u32 diverged;      // another of the ring stopped elsewhere
    gm_u32 parked_order;  // least order of the fibers outside of the ring
    gm_u32 at_barrier;
};

// What a fiber prints: one argument of printf() after the other. Each is a word that says what follows, and that in
// whole words: GM_PRINT_* in the low byte, above it the size of an element in bytes and the number of elements.
// There is room for sixteen of the largest, long16; more arguments are left out.
enum { GM_PRINT_SIGNED = 0, GM_PRINT_UNSIGNED = 1, GM_PRINT_FLOAT = 2, GM_PRINT_ADDRESS = 3 };
enum { GM_PRINT_WORDS = 16 * 17 };
struct gm_print {
    gm_u64 words[GM_PRINT_WORDS];
    gm_u32 used;
};

// The driver's defaults, by slice type (the fourth: invalid ones) and QP (clamped to 0..51).
struct gm_tables {
    gm_u64 vector_cost[4][52], inter_shape[4][52];
    gm_u32 intra_shape[4][52];
    gm_u8 direction[4][52], multi_reference[4][52], intra_mode[4][52];
    gm_u64 high_cost, medium_cost, low_cost;
    gm_u32 non_dc;
    gm_u8 chroma_mode;
    gm_u16 window_size[16][2][2];  // [window][dual reference][width, height], pixels
};

// How PoCL describes an image to a kernel, as far as it is read here.
struct gm_image {
    gm_u64 data;
    gm_u32 width, height, depth, array_size, row_pitch, unread[3];
    gm_u32 channel_order, channel_type, channels, element_size;
};

GM_STATIC_ASSERT(sizeof(struct gm_setup) == 88, "both languages lay it out alike");
GM_STATIC_ASSERT(sizeof(struct gm_evaluation) == 2776, "both languages lay it out alike");
GM_STATIC_ASSERT(sizeof(struct gm_launch) == 224, "both languages lay it out alike");

// Offsets for assembly.
#define GM_FIBER_NEXT_STACK_POINTER 0
#define GM_FIBER_PREVIOUS 16
#define GM_FIBER_TEAM 24
#define GM_FIBER_STACK_POINTER 32
#define GM_FIBER_ROLE 40
#define GM_FIBER_ORDER 72
#define GM_TEAM_SPLIT 0
#define GM_TEAM_YIELD 8
#define GM_TEAM_ORDER 16
#define GM_TEAM_DIVERGED 20
#define GM_TEAM_PARKED_ORDER 24
#define GM_AT(structure, member, offset) \
    GM_STATIC_ASSERT(__builtin_offsetof(struct structure, member) == offset, "as assembly has it")
GM_AT(gm_fiber, next_stack_pointer, GM_FIBER_NEXT_STACK_POINTER);
GM_AT(gm_fiber, previous, GM_FIBER_PREVIOUS);
GM_AT(gm_fiber, team, GM_FIBER_TEAM);
GM_AT(gm_fiber, stack_pointer, GM_FIBER_STACK_POINTER);
GM_AT(gm_fiber, role, GM_FIBER_ROLE);
GM_AT(gm_fiber, order, GM_FIBER_ORDER);
GM_AT(gm_team, split, GM_TEAM_SPLIT);
GM_AT(gm_team, yield, GM_TEAM_YIELD);
GM_AT(gm_team, order, GM_TEAM_ORDER);
GM_AT(gm_team, diverged, GM_TEAM_DIVERGED);
GM_AT(gm_team, parked_order, GM_TEAM_PARKED_ORDER);

#ifdef __cplusplus
}  // namespace genmedia::opencl::abi
#endif
