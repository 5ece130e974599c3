// SPDX-License-Identifier: MIT
// ocloc: -Dcl_intel_media_block_io
// Predicts luma and chroma of a macroblock from the pixels around it. The unit reads the NV12 picture itself; the
// pixels around are read from images of its planes.
#include "macroblock_decision.h"
#include "edges.h"

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void chroma_intra(
    read_only image2d_t source, read_only image2d_t luma, read_only image2d_t chroma,
    global struct Decision* decisions, int width) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    const ushort2 at = (ushort2)(get_group_id(0) * 16, get_group_id(1) * 16);
    const struct Edges edges = read_edges(convert_int2(at), width, luma);

    // Cb and Cr are one word; a region two words wide ends with the column left of the macroblock.
    const int2 corner = (int2)(at.x, at.y / 2);  // in bytes: two a pixel, but half as many pixels
    const uint left = intel_sub_group_media_block_read_us((int2)(corner.x - 4, corner.y), 2, 8, chroma);
    const ushort chroma_left = (ushort)intel_sub_group_shuffle(left, (2 * get_sub_group_local_id() + 1) % 16);
    const ushort chroma_upper =
        intel_sub_group_media_block_read_us((int2)(corner.x, corner.y - 1), 8, 1, chroma);
    const uint upper_left = intel_sub_group_media_block_read_us((int2)(corner.x - 4, corner.y - 1), 2, 1, chroma);
    const ushort chroma_upper_left = (ushort)intel_sub_group_shuffle(upper_left, 1);

    intel_sub_group_avc_sic_payload_t check = intel_sub_group_avc_sic_configure_ipe(
        CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL, edges.available, edges.left, edges.upper_left,
        edges.upper, edges.upper_right, chroma_left, chroma_upper_left, chroma_upper,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, intel_sub_group_avc_sic_initialize(at));
    check = intel_sub_group_avc_sic_set_intra_chroma_mode_cost_function(
        intel_sub_group_avc_mce_get_default_intra_chroma_mode_base_penalty(), check);
    intel_sub_group_avc_sic_result_t result = intel_sub_group_avc_sic_evaluate_ipe(source, vme, check);

    global struct Decision* to = decisions + get_group_id(1) * get_num_groups(0) + get_group_id(0);
    to->intra_shape = intel_sub_group_avc_sic_get_ipe_luma_shape(result);
    to->intra_distortion = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(result);
    to->luma_modes = intel_sub_group_avc_sic_get_packed_ipe_luma_modes(result);
    to->chroma_mode = intel_sub_group_avc_sic_get_ipe_chroma_mode(result);
    to->chroma_distortion = intel_sub_group_avc_sic_get_best_ipe_chroma_distortion(result);
}
