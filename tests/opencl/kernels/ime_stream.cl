// SPDX-License-Identifier: MIT
// Searches that hand their major records on: out of one, into another.
#include "ime.h"

// Where the records of a shape start, and how many work-items have one.
#define FIRST_16x16 0
#define FIRST_16x8 1
#define FIRST_8x16 3
#define FIRST_8x8 5

#define STORE_SINGLE_SHAPE(first, count, shape)                                                              \
    {                                                                                                        \
        const uint vector = intel_sub_group_avc_ime_get_streamout_major_shape_motion_vectors(result, shape); \
        const ushort distortion =                                                                            \
            intel_sub_group_avc_ime_get_streamout_major_shape_distortions(result, shape);                    \
        const uchar id = intel_sub_group_avc_ime_get_streamout_major_shape_reference_ids(result, shape);     \
        if (lane() < count) {                                                                                \
            to->vectors[0][first + lane()] = vector;                                                         \
            to->distortions[0][first + lane()] = distortion;                                                 \
            to->reference_ids[0][first + lane()] = id;                                                       \
        }                                                                                                    \
    }

#define STORE_DUAL_SHAPE(first, count, shape, direction)                                                     \
    {                                                                                                        \
        const uint vector =                                                                                  \
            intel_sub_group_avc_ime_get_streamout_major_shape_motion_vectors(result, shape, direction);      \
        const ushort distortion =                                                                            \
            intel_sub_group_avc_ime_get_streamout_major_shape_distortions(result, shape, direction);         \
        const uchar id =                                                                                     \
            intel_sub_group_avc_ime_get_streamout_major_shape_reference_ids(result, shape, direction);       \
        if (lane() < count) {                                                                                \
            to->vectors[direction][first + lane()] = vector;                                                 \
            to->distortions[direction][first + lane()] = distortion;                                         \
            to->reference_ids[direction][first + lane()] = id;                                               \
        }                                                                                                    \
    }

void store_single_stream(global struct StreamRecord* to,
                         intel_sub_group_avc_ime_result_single_reference_streamout_t result) {
    STORE_SINGLE_SHAPE(FIRST_16x16, 1, CLK_AVC_ME_MAJOR_16x16_INTEL)
    STORE_SINGLE_SHAPE(FIRST_16x8, 2, CLK_AVC_ME_MAJOR_16x8_INTEL)
    STORE_SINGLE_SHAPE(FIRST_8x16, 2, CLK_AVC_ME_MAJOR_8x16_INTEL)
    STORE_SINGLE_SHAPE(FIRST_8x8, 4, CLK_AVC_ME_MAJOR_8x8_INTEL)
}

void store_dual_stream(global struct StreamRecord* to,
                       intel_sub_group_avc_ime_result_dual_reference_streamout_t result) {
    STORE_DUAL_SHAPE(FIRST_16x16, 1, CLK_AVC_ME_MAJOR_16x16_INTEL, CLK_AVC_ME_MAJOR_FORWARD_INTEL)
    STORE_DUAL_SHAPE(FIRST_16x8, 2, CLK_AVC_ME_MAJOR_16x8_INTEL, CLK_AVC_ME_MAJOR_FORWARD_INTEL)
    STORE_DUAL_SHAPE(FIRST_8x16, 2, CLK_AVC_ME_MAJOR_8x16_INTEL, CLK_AVC_ME_MAJOR_FORWARD_INTEL)
    STORE_DUAL_SHAPE(FIRST_8x8, 4, CLK_AVC_ME_MAJOR_8x8_INTEL, CLK_AVC_ME_MAJOR_FORWARD_INTEL)
    STORE_DUAL_SHAPE(FIRST_16x16, 1, CLK_AVC_ME_MAJOR_16x16_INTEL, CLK_AVC_ME_MAJOR_BACKWARD_INTEL)
    STORE_DUAL_SHAPE(FIRST_16x8, 2, CLK_AVC_ME_MAJOR_16x8_INTEL, CLK_AVC_ME_MAJOR_BACKWARD_INTEL)
    STORE_DUAL_SHAPE(FIRST_8x16, 2, CLK_AVC_ME_MAJOR_8x16_INTEL, CLK_AVC_ME_MAJOR_BACKWARD_INTEL)
    STORE_DUAL_SHAPE(FIRST_8x8, 4, CLK_AVC_ME_MAJOR_8x8_INTEL, CLK_AVC_ME_MAJOR_BACKWARD_INTEL)
}

// Three searches of a chain over the pictures of two pairs: record 0 of the macroblock is the result without
// its stream, 1 that of the middle and 2 that of the end.
MACROBLOCK_KERNEL single_chain(read_only image2d_t source, read_only image2d_t forward0,
                               read_only image2d_t backward0, read_only image2d_t forward1,
                               read_only image2d_t backward1, global struct ImeRecord* out,
                               global struct StreamRecord* streams, short2 offset) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global struct ImeRecord* to = out + 3 * macroblock_index();
    global struct StreamRecord* stream = streams + 2 * macroblock_index();

    intel_sub_group_avc_ime_payload_t payload = single_search();
    intel_sub_group_avc_ime_result_single_reference_streamout_t first =
        intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(source, forward0, vme, payload);
    store_single(to, intel_sub_group_avc_ime_strip_single_reference_streamout(first));
    store_single_stream(stream, first);

    intel_sub_group_avc_ime_result_single_reference_streamout_t second =
        intel_sub_group_avc_ime_evaluate_with_single_reference_streaminout(
            source, forward1, vme, payload, intel_sub_group_avc_ime_get_single_reference_streamin(first));
    store_single(to + 1, intel_sub_group_avc_ime_strip_single_reference_streamout(second));
    store_single_stream(stream + 1, second);

    payload = intel_sub_group_avc_ime_set_single_reference(
        offset, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
    store_single(to + 2, intel_sub_group_avc_ime_evaluate_with_single_reference_streamin(
                             source, forward0, vme, payload,
                             intel_sub_group_avc_ime_get_single_reference_streamin(second)));
}

MACROBLOCK_KERNEL dual_chain(read_only image2d_t source, read_only image2d_t forward0,
                             read_only image2d_t backward0, read_only image2d_t forward1,
                             read_only image2d_t backward1, global struct ImeRecord* out,
                             global struct StreamRecord* streams, short2 offset) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global struct ImeRecord* to = out + 3 * macroblock_index();
    global struct StreamRecord* stream = streams + 2 * macroblock_index();

    intel_sub_group_avc_ime_payload_t payload = dual_search();
    intel_sub_group_avc_ime_result_dual_reference_streamout_t first =
        intel_sub_group_avc_ime_evaluate_with_dual_reference_streamout(source, forward0, backward0, vme,
                                                                       payload);
    store_dual(to, intel_sub_group_avc_ime_strip_dual_reference_streamout(first));
    store_dual_stream(stream, first);

    intel_sub_group_avc_ime_result_dual_reference_streamout_t second =
        intel_sub_group_avc_ime_evaluate_with_dual_reference_streaminout(
            source, forward1, backward1, vme, payload,
            intel_sub_group_avc_ime_get_dual_reference_streamin(first));
    store_dual(to + 1, intel_sub_group_avc_ime_strip_dual_reference_streamout(second));
    store_dual_stream(stream + 1, second);

    payload = intel_sub_group_avc_ime_set_dual_reference(
        offset, -offset, CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
    store_dual(to + 2, intel_sub_group_avc_ime_evaluate_with_dual_reference_streamin(
                           source, forward0, backward0, vme, payload,
                           intel_sub_group_avc_ime_get_dual_reference_streamin(second)));
}

// Searches of one window after the other, of which each asks the last one's question but for what its name says. Record 0
// of a macroblock is the first.
MACROBLOCK_KERNEL asked_again(read_only image2d_t source, read_only image2d_t forward0, read_only image2d_t forward1,
                              global struct ImeRecord* out, uint2 table, ulong center, ulong other_center) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    global struct ImeRecord* to = out + 9 * macroblock_index();
    const intel_sub_group_avc_ime_payload_t free = single_search();
    const intel_sub_group_avc_ime_payload_t paid = intel_sub_group_avc_ime_set_motion_vector_cost_function(
        center, table, CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, free);
    const intel_sub_group_avc_ime_payload_t paid_elsewhere = intel_sub_group_avc_ime_set_motion_vector_cost_function(
        other_center, table, CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, free);
    const intel_sub_group_avc_ime_result_single_reference_streamout_t other_picture =
        intel_sub_group_avc_ime_evaluate_with_single_reference_streamout(source, forward1, vme, free);
    store_single(to, intel_sub_group_avc_ime_strip_single_reference_streamout(other_picture));
    store_single(to + 1, intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward0, vme, free));
    // What is streamed in:
    store_single(to + 2, intel_sub_group_avc_ime_evaluate_with_single_reference_streamin(
                             source, forward0, vme, free,
                             intel_sub_group_avc_ime_get_single_reference_streamin(other_picture)));
    // Nothing, as nothing is left of what was streamed in:
    store_single(to + 3, intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward0, vme, free));
    // Costs:
    store_single(to + 4, intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward0, vme, paid));
    // What a distance costs:
    store_single(to + 5, intel_sub_group_avc_ime_evaluate_with_single_reference(
                             source, forward0, vme,
                             intel_sub_group_avc_ime_set_motion_vector_cost_function(
                                 center, table, CLK_AVC_ME_COST_PRECISION_DPEL_INTEL, free)));
    store_single(to + 6, intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward0, vme, paid));
    // The costs' centre:
    store_single(to + 7, intel_sub_group_avc_ime_evaluate_with_single_reference(source, forward0, vme, paid_elsewhere));
    // How many vectors there may be:
    store_single(to + 8, intel_sub_group_avc_ime_evaluate_with_single_reference(
                             source, forward0, vme,
                             intel_sub_group_avc_ime_set_max_motion_vector_count(2, paid_elsewhere)));
}
