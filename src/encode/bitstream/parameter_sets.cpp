// SPDX-License-Identifier: MIT
#include "encode/bitstream/parameter_sets.h"

#include "encode/bitstream/hrd.h"

namespace genmedia::encode {
namespace {

constexpr uint32_t kBaseline = 66;

int32_t columns_of(const EncoderOptions& options) { return (options.width + 15) / 16; }
int32_t rows_of(const EncoderOptions& options) { return (options.height + 15) / 16; }

// [E.1.1]
void write_usability(BitWriter& bits, const EncoderOptions& options) {
    const bool is_square = options.pixel_aspect_numerator == options.pixel_aspect_denominator;
    bits.put_flag(!is_square);
    if (!is_square) {
        bits.put(255, 8);  // Extended_SAR
        bits.put(static_cast<uint32_t>(options.pixel_aspect_numerator), 16);
        bits.put(static_cast<uint32_t>(options.pixel_aspect_denominator), 16);
    }
    bits.put_flag(false);  // overscan_info_present
    bits.put_flag(true);   // video_signal_type_present
    bits.put(5, 3);        // video_format: not said
    bits.put_flag(options.full_range);
    bits.put_flag(true);  // colour_description_present
    bits.put(static_cast<uint32_t>(options.primaries), 8);
    bits.put(static_cast<uint32_t>(options.transfer), 8);
    bits.put(static_cast<uint32_t>(options.matrix), 8);
    bits.put_flag(options.chroma_location != 0);  // chroma_loc_info_present
    for (int field = 0; field < 2 && options.chroma_location != 0; field++)
        bits.put_ue(static_cast<uint32_t>(options.chroma_location));
    bits.put_flag(true);  // timing_info_present
    bits.put(static_cast<uint32_t>(options.rate_denominator), 32);
    bits.put(2 * static_cast<uint32_t>(options.rate_numerator), 32);  // in fields
    bits.put_flag(false);                                             // fixed_frame_rate
    const std::optional<Hrd> hrd = hrd_for(options);
    bits.put_flag(hrd.has_value());  // nal_hrd_parameters_present
    if (hrd) write_hrd_parameters(bits, *hrd);
    bits.put_flag(false);                                    // vcl_hrd_parameters_present
    if (hrd) bits.put_flag(false);                           // low_delay_hrd
    bits.put_flag(false);                                    // pic_struct_present
    bits.put_flag(true);                                     // bitstream_restriction
    bits.put_flag(true);                                     // motion_vectors_over_pic_boundaries
    bits.put_ue(0);                                          // max_bytes_per_pic_denom: no limit
    bits.put_ue(0);                                          // max_bits_per_mb_denom: no limit
    bits.put_ue(16);                                         // log2_max_mv_length_horizontal
    bits.put_ue(16);                                         // log2_max_mv_length_vertical
    bits.put_ue(0);                                          // max_num_reorder_frames
    bits.put_ue(static_cast<uint32_t>(options.references));  // max_dec_frame_buffering
}

}  // namespace

// [7.3.2.1.1]
BitWriter sequence_parameters(const EncoderOptions& options, const Level& level) {
    BitWriter bits;
    bits.put(kBaseline, 8);
    bits.put(0b11000000, 8);  // constraint_set0, constraint_set1: Constrained Baseline
    bits.put(level.idc, 8);
    bits.put_ue(0);                                          // seq_parameter_set_id
    bits.put_ue(kFrameNumberBits - 4);                       // log2_max_frame_num_minus4
    bits.put_ue(2);                                          // pic_order_cnt_type: shown as they are decoded
    bits.put_ue(static_cast<uint32_t>(options.references));  // max_num_ref_frames
    bits.put_flag(false);                                    // gaps_in_frame_num_value_allowed
    bits.put_ue(static_cast<uint32_t>(columns_of(options) - 1));
    bits.put_ue(static_cast<uint32_t>(rows_of(options) - 1));
    bits.put_flag(true);  // frame_mbs_only
    bits.put_flag(true);  // direct_8x8_inference
    // In units of two samples: an odd side is shown with one more. [Table 6-1]
    const int32_t right = (16 * columns_of(options) - options.width) / 2,
                  below = (16 * rows_of(options) - options.height) / 2;
    bits.put_flag(right > 0 || below > 0);
    if (right > 0 || below > 0)
        for (const int32_t side : {0, right, 0, below}) bits.put_ue(static_cast<uint32_t>(side));
    bits.put_flag(true);  // vui_parameters_present
    write_usability(bits, options);
    bits.finish();
    return bits;
}

// [7.3.2.2]
BitWriter picture_parameters(const EncoderOptions& options) {
    BitWriter bits;
    bits.put_ue(0);                                              // pic_parameter_set_id
    bits.put_ue(0);                                              // seq_parameter_set_id
    bits.put_flag(false);                                        // entropy_coding_mode: CAVLC
    bits.put_flag(false);                                        // bottom_field_pic_order_in_frame_present
    bits.put_ue(0);                                              // num_slice_groups_minus1
    bits.put_ue(static_cast<uint32_t>(options.references - 1));  // num_ref_idx_l0_default_active_minus1
    bits.put_ue(0);                                              // num_ref_idx_l1_default_active_minus1
    bits.put_flag(false);                                        // weighted_pred
    bits.put(0, 2);                                              // weighted_bipred_idc
    bits.put_se(kPictureQp - 26);                                // pic_init_qp_minus26
    bits.put_se(0);                                              // pic_init_qs_minus26
    bits.put_se(0);                                              // chroma_qp_index_offset
    bits.put_flag(true);                                         // deblocking_filter_control_present
    bits.put_flag(false);                                        // constrained_intra_pred
    bits.put_flag(false);                                        // redundant_pic_cnt_present
    bits.finish();
    return bits;
}

// [7.3.3]
void write_slice_header(BitWriter& bits, const SliceHeader& header, const EncoderOptions& options) {
    bits.put_ue(header.first_macroblock);
    bits.put_ue(header.is_key ? 7 : 5);  // slice_type: all of the picture are I, or P
    bits.put_ue(0);                      // pic_parameter_set_id
    bits.put(header.frame_number & ((1 << kFrameNumberBits) - 1), kFrameNumberBits);
    if (header.is_key) {
        bits.put_ue(header.key_number & 1);
    } else {
        const bool differs = header.reference_count != options.references;
        bits.put_flag(differs);  // num_ref_idx_active_override
        if (differs) bits.put_ue(static_cast<uint32_t>(header.reference_count - 1));
        bits.put_flag(false);  // ref_pic_list_modification
    }
    // dec_ref_pic_marking(): the last pictures are kept. [7.3.3.3]
    bits.put_flag(false);                     // no_output_of_prior_pics, or adaptive_ref_pic_marking_mode
    if (header.is_key) bits.put_flag(false);  // long_term_reference
    bits.put_se(header.qp - kPictureQp);
    bits.put_ue(options.deblocking ? 0 : 1);  // disable_deblocking_filter_idc
    if (!options.deblocking) return;
    bits.put_se(0);  // slice_alpha_c0_offset_div2
    bits.put_se(0);  // slice_beta_offset_div2
}

}  // namespace genmedia::encode
