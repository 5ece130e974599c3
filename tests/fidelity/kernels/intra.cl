// SPDX-License-Identifier: MIT
// ocloc: -Dcl_intel_media_block_io
// Predicting a macroblock from the source's pixels around it.
#include "search_steps.h"

uchar available(ushort2 at, int width) {
    const uchar left = CLK_AVC_ME_INTRA_NEIGHBOR_LEFT_MASK_ENABLE_INTEL,
                upper = CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_MASK_ENABLE_INTEL,
                upper_left = CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_LEFT_MASK_ENABLE_INTEL,
                upper_right = CLK_AVC_ME_INTRA_NEIGHBOR_UPPER_RIGHT_MASK_ENABLE_INTEL;
    uchar edges = 0;
    if (at.x > 0) edges |= left;
    if (at.y > 0) edges |= upper;
    if (at.x > 0 && at.y > 0) edges |= upper_left;
    if (at.x + 16 < width && at.y > 0) edges |= upper_right;
    return edges;
}

// Pictures that the unit reads cannot be read otherwise, so `pixels` is the source once more.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void intra(read_only image2d_t source,
                                                                  read_only image2d_t pixels,
                                                                  global struct Macroblock* field, uchar qp) {
    const ushort2 at = corner_of_group();
    const int2 corner = convert_int2(at);
    const uint left = intel_sub_group_media_block_read_ui(corner - (int2)(4, 0), 1, 16, pixels) >> 24;
    const uint upper_left = intel_sub_group_media_block_read_ui(corner - (int2)(4, 1), 1, 1, pixels) >> 24;
    const uchar upper = intel_sub_group_media_block_read_uc(corner - (int2)(0, 1), 16, 1, pixels);
    const uchar upper_right = intel_sub_group_media_block_read_uc(corner + (int2)(16, -1), 16, 1, pixels);

    intel_sub_group_avc_sic_payload_t estimation = intel_sub_group_avc_sic_initialize(at);
    estimation = intel_sub_group_avc_sic_configure_ipe(
        CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL, available(at, get_image_width(source)), (uchar)left,
        (uchar)intel_sub_group_shuffle(upper_left, 0), upper, upper_right, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL,
        estimation);
    estimation = intel_sub_group_avc_sic_set_intra_luma_shape_penalty(
        intel_sub_group_avc_mce_get_default_intra_luma_shape_penalty(CLK_AVC_ME_SLICE_TYPE_PRED_INTEL, qp),
        estimation);
    const intel_sub_group_avc_sic_result_t result =
        intel_sub_group_avc_sic_evaluate_ipe(source, CLK_AVC_ME_INITIALIZE_INTEL, estimation);
    field[index_of_group()].intra_distortion = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(result);
    field[index_of_group()].intra_shape = intel_sub_group_avc_sic_get_ipe_luma_shape(result);
}
