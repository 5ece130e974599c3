// SPDX-License-Identifier: MIT
// What the questions' kernels share: the macroblock that is asked about, and how a result is written down.

#define QUESTION(name)                                                                                       \
    kernel __attribute__((reqd_work_group_size(16, 1, 1))) void name(                                        \
        read_only image2d_t source, read_only image2d_t forward, read_only image2d_t backward,               \
        read_only image2d_t forward1, read_only image2d_t backward1, global uint* answer)

#define AT ((ushort2)(32, 32))
#define PARTITION(name) CLK_AVC_ME_PARTITION_MASK_##name##_INTEL
#define WINDOW(name) CLK_AVC_ME_SEARCH_WINDOW_##name##_INTEL
#define PLAIN CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL
#define HAAR CLK_AVC_ME_SAD_ADJUST_MODE_HAAR_INTEL
#define QUARTER CLK_AVC_ME_COST_PRECISION_QPEL_INTEL

constant sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;

// Eight points of a cost table: at distance 0, then at 1, 2, 4 to 64.
#define POINTS(at0, at1, at2, at4, at8, at16, at32, at64)                                                    \
    ((uint2)((at0) | (at1) << 8 | (at2) << 16 | (uint)(at4) << 24,                                           \
             (at8) | (at16) << 8 | (at32) << 16 | (uint)(at64) << 24))

// A vector in quarter pixels; the other direction's is in the upper half.
ulong vector(int x, int y) { return (ulong)((uint)(x & 0xFFFF) | (uint)y << 16); }
ulong both(ulong forward, ulong backward) { return forward | backward << 32; }

// Where the words of an answer lie; work-item n writes entry n of sixteen.
enum {
    FORWARD = 0, BACKWARD = 16, DISTORTIONS = 32, BEST = 48, MAJOR, MINORS, DIRECTIONS, COUNT, FORWARD_BORDER,
    BACKWARD_BORDER, TRUNCATED, ENDED_EARLY, RAW_SAD, TRANSFORM_COUNTS, TRANSFORM_SUMS, INTRA_SHAPE = 61,
    INTRA_DISTORTION, INTRA_MODES, CHROMA_MODE = 65, CHROMA_DISTORTION
};

void tell_vectors(global uint* answer, ulong vectors, ushort distortion) {
    const int lane = get_local_id(0);
    answer[FORWARD + lane] = (uint)vectors;
    answer[BACKWARD + lane] = (uint)(vectors >> 32);
    answer[DISTORTIONS + lane] = distortion;
}
