// SPDX-License-Identifier: MIT
#include "va/encoding/h264_headers.h"

#include "encode/bitstream/nal_unit.h"
#include "va/decoding/header_bits.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace genmedia::va {
namespace {

using encode::BitWriter;

constexpr uint8_t kIdr = 5, kNotIdr = 1;  // nal_unit_type
constexpr uint8_t kSquareSar = 1, kExtendedSar = 255;

int profile_idc(VAProfile profile) {
    return profile == VAProfileH264High ? 100 : profile == VAProfileH264Main ? 77 : 66;
}

// [E.1.1]
void write_usability(BitWriter& bits, const SequenceH264& sequence) {
    const auto& fields = sequence.vui_fields.bits;
    bits.put_flag(fields.aspect_ratio_info_present_flag);
    if (fields.aspect_ratio_info_present_flag) {
        bits.put(sequence.aspect_ratio_idc, 8);
        if (sequence.aspect_ratio_idc == kExtendedSar) {
            bits.put(sequence.sar_width & 0xffff, 16);
            bits.put(sequence.sar_height & 0xffff, 16);
        }
    }
    bits.put_flag(false);  // overscan_info_present
    bits.put_flag(false);  // video_signal_type_present
    bits.put_flag(false);  // chroma_loc_info_present
    bits.put_flag(fields.timing_info_present_flag);
    if (fields.timing_info_present_flag) {
        bits.put(sequence.num_units_in_tick, 32);
        bits.put(sequence.time_scale, 32);
        bits.put_flag(fields.fixed_frame_rate_flag);
    }
    bits.put_flag(false);  // nal_hrd_parameters_present
    bits.put_flag(false);  // vcl_hrd_parameters_present
    bits.put_flag(false);  // pic_struct_present
    bits.put_flag(fields.bitstream_restriction_flag);
    if (!fields.bitstream_restriction_flag) return;
    bits.put_flag(fields.motion_vectors_over_pic_boundaries_flag);
    bits.put_ue(0);  // max_bytes_per_pic_denom: no limit
    bits.put_ue(0);  // max_bits_per_mb_denom: no limit
    bits.put_ue(fields.log2_max_mv_length_horizontal);
    bits.put_ue(fields.log2_max_mv_length_vertical);
    bits.put_ue(0);  // max_num_reorder_frames: there are no B pictures
    bits.put_ue(sequence.max_num_ref_frames);
}

void write_picture_order(BitWriter& bits, const SequenceH264& sequence) {
    const auto& fields = sequence.seq_fields.bits;
    bits.put_ue(fields.pic_order_cnt_type);
    if (fields.pic_order_cnt_type == 0) bits.put_ue(fields.log2_max_pic_order_cnt_lsb_minus4);
    if (fields.pic_order_cnt_type != 1) return;
    bits.put_flag(fields.delta_pic_order_always_zero_flag);
    bits.put_se(sequence.offset_for_non_ref_pic);
    bits.put_se(sequence.offset_for_top_to_bottom_field);
    bits.put_ue(sequence.num_ref_frames_in_pic_order_cnt_cycle);
    for (int i = 0; i < sequence.num_ref_frames_in_pic_order_cnt_cycle; i++)
        bits.put_se(sequence.offset_for_ref_frame[i]);
}

}  // namespace

BitWriter sequence_parameters(const SequenceH264& sequence, VAProfile profile, int level_idc) {
    const auto& fields = sequence.seq_fields.bits;
    BitWriter bits;
    bits.put(static_cast<uint32_t>(profile_idc(profile)), 8);
    // constraint_set0, constraint_set1: Constrained Baseline, which is Main, too.
    bits.put(profile == VAProfileH264ConstrainedBaseline ? 0b11000000 : 0, 8);
    bits.put(static_cast<uint32_t>(level_idc), 8);
    bits.put_ue(sequence.seq_parameter_set_id);
    if (profile == VAProfileH264High) {
        bits.put_ue(1);        // chroma_format_idc
        bits.put_ue(0);        // bit_depth_luma_minus8
        bits.put_ue(0);        // bit_depth_chroma_minus8
        bits.put_flag(false);  // qpprime_y_zero_transform_bypass
        bits.put_flag(false);  // seq_scaling_matrix_present
    }
    bits.put_ue(fields.log2_max_frame_num_minus4);
    write_picture_order(bits, sequence);
    bits.put_ue(sequence.max_num_ref_frames);
    bits.put_flag(false);  // gaps_in_frame_num_value_allowed
    bits.put_ue(sequence.picture_width_in_mbs - 1u);
    bits.put_ue(sequence.picture_height_in_mbs - 1u);
    bits.put_flag(true);  // frame_mbs_only
    bits.put_flag(fields.direct_8x8_inference_flag);
    bits.put_flag(sequence.frame_cropping_flag);
    if (sequence.frame_cropping_flag)
        for (const uint32_t side : {sequence.frame_crop_left_offset, sequence.frame_crop_right_offset,
                                    sequence.frame_crop_top_offset, sequence.frame_crop_bottom_offset})
            bits.put_ue(side);
    bits.put_flag(sequence.vui_parameters_present_flag);
    if (sequence.vui_parameters_present_flag) write_usability(bits, sequence);
    bits.finish();
    return bits;
}

BitWriter picture_parameters(const PictureH264& picture, VAProfile profile) {
    const auto& fields = picture.pic_fields.bits;
    BitWriter bits;
    bits.put_ue(picture.pic_parameter_set_id);
    bits.put_ue(picture.seq_parameter_set_id);
    bits.put_flag(fields.entropy_coding_mode_flag);
    bits.put_flag(fields.pic_order_present_flag);
    bits.put_ue(0);  // num_slice_groups_minus1
    bits.put_ue(picture.num_ref_idx_l0_active_minus1);
    bits.put_ue(picture.num_ref_idx_l1_active_minus1);
    bits.put_flag(false);  // weighted_pred
    bits.put(0, 2);        // weighted_bipred_idc
    bits.put_se(picture.pic_init_qp - 26);
    bits.put_se(0);  // pic_init_qs_minus26
    bits.put_se(picture.chroma_qp_index_offset);
    bits.put_flag(fields.deblocking_filter_control_present_flag);
    bits.put_flag(fields.constrained_intra_pred_flag);
    bits.put_flag(fields.redundant_pic_cnt_present_flag);
    if (profile == VAProfileH264High) {
        bits.put_flag(fields.transform_8x8_mode_flag);
        bits.put_flag(false);  // pic_scaling_matrix_present
        bits.put_se(picture.second_chroma_qp_index_offset);
    }
    bits.finish();
    return bits;
}

namespace {

// Each entry of the list by its number, since the order that a decoder begins with is that of all the frames
// it keeps, which VA-API need not name. [7.3.3.1, 8.2.4.3]
void write_reference_list(BitWriter& bits, const SequenceH264& sequence, const PictureH264& picture,
                          const SliceH264& slice, int count) {
    const int frames = 1 << (sequence.seq_fields.bits.log2_max_frame_num_minus4 + 4);
    bits.put_flag(true);  // ref_pic_list_modification_flag_l0
    int predicted = picture.frame_num;
    for (int i = 0; i < count && is_valid(slice.RefPicList0[i]); i++) {
        const VAPictureH264& reference = slice.RefPicList0[i];
        const int number = static_cast<int>(reference.frame_idx % static_cast<uint32_t>(frames));
        if ((reference.flags & VA_PICTURE_H264_LONG_TERM_REFERENCE) != 0) {
            bits.put_ue(2);
            bits.put_ue(reference.frame_idx);  // long_term_pic_num
            continue;
        }
        // How much is subtracted, up to all numbers that there are.
        const int less = (predicted - number + frames - 1) % frames + 1;
        bits.put_ue(0);
        bits.put_ue(static_cast<uint32_t>(less - 1));  // abs_diff_pic_num_minus1
        predicted = number;
    }
    bits.put_ue(3);
}

void write_order_and_references(BitWriter& bits, const SequenceH264& sequence, const PictureH264& picture,
                                const SliceH264& slice) {
    const auto& of_sequence = sequence.seq_fields.bits;
    const auto& of_picture = picture.pic_fields.bits;
    if (of_sequence.pic_order_cnt_type == 0) {
        const int length = static_cast<int>(of_sequence.log2_max_pic_order_cnt_lsb_minus4) + 4;
        bits.put(slice.pic_order_cnt_lsb & ((1u << length) - 1), length);
        if (of_picture.pic_order_present_flag) bits.put_se(slice.delta_pic_order_cnt_bottom);
    }
    if (of_sequence.pic_order_cnt_type == 1 && !of_sequence.delta_pic_order_always_zero_flag) {
        bits.put_se(slice.delta_pic_order_cnt[0]);
        if (of_picture.pic_order_present_flag) bits.put_se(slice.delta_pic_order_cnt[1]);
    }
    if (of_picture.redundant_pic_cnt_present_flag) bits.put_ue(0);
    if (!is_p_slice(slice)) return;
    const bool differs = slice.num_ref_idx_active_override_flag != 0;
    bits.put_flag(differs);
    if (differs) bits.put_ue(slice.num_ref_idx_l0_active_minus1);
    const int last = differs ? slice.num_ref_idx_l0_active_minus1 : picture.num_ref_idx_l0_active_minus1;
    write_reference_list(bits, sequence, picture, slice, std::min(last + 1, 32));
}

}  // namespace

PackedHeader slice_header(const SequenceH264& sequence, const PictureH264& picture, const SliceH264& slice) {
    const auto& fields = picture.pic_fields.bits;
    const bool is_idr = fields.idr_pic_flag;
    const uint32_t importance = is_idr && fields.reference_pic_flag == 0 ? 1 : fields.reference_pic_flag;
    BitWriter bits;
    bits.put(1, 24);  // a start code
    bits.put(importance << 5 | (is_idr ? kIdr : kNotIdr), 8);
    bits.put_ue(slice.macroblock_address);
    bits.put_ue(slice.slice_type % 5);
    bits.put_ue(slice.pic_parameter_set_id);
    const int frame_bits = static_cast<int>(sequence.seq_fields.bits.log2_max_frame_num_minus4) + 4;
    bits.put(picture.frame_num & ((1u << frame_bits) - 1), frame_bits);
    if (is_idr) bits.put_ue(slice.idr_pic_id);
    write_order_and_references(bits, sequence, picture, slice);
    // dec_ref_pic_marking(): the last pictures are kept. [7.3.3.3]
    if (importance != 0) bits.put_flag(false);  // no_output_of_prior_pics, or adaptive_ref_pic_marking_mode
    if (is_idr) bits.put_flag(false);           // long_term_reference
    if (fields.entropy_coding_mode_flag && is_p_slice(slice)) bits.put_ue(slice.cabac_init_idc);
    bits.put_se(slice.slice_qp_delta);
    if (fields.deblocking_filter_control_present_flag) {
        bits.put_ue(slice.disable_deblocking_filter_idc);
        if (slice.disable_deblocking_filter_idc != 1) {
            bits.put_se(slice.slice_alpha_c0_offset_div2);
            bits.put_se(slice.slice_beta_offset_div2);
        }
    }
    PackedHeader header{VAEncPackedHeaderSlice, 0, bits.bit_count(), false, {}};
    append(header.bytes, std::move(bits));
    return header;
}

namespace {

// Reads slice_header() up to what macroblocks depend on. [7.3.3]
class SliceHeaderReader {
public:
    SliceHeaderReader(const std::vector<uint8_t>& bytes, uint8_t nal_header, const SequenceH264& sequence,
                      const PictureH264& picture)
        : bits_(bytes.data(), bytes.size()), sequence_(sequence.seq_fields.bits), picture_(picture) {
        header_.nal_header = nal_header;
        header_.is_idr = (nal_header & 31) == kIdr;
    }

    // `qp_place`: the bits of slice_qp_delta, first and behind the last.
    bool read(SliceHeaderBits& header, std::pair<size_t, size_t>& qp_place, size_t& end) {
        header_.first_macroblock = bits_.get_ue();
        const unsigned type = bits_.get_ue();
        if (type > 9 || (type % 5 != 0 && type % 5 != 2)) return false;
        header_.is_p = type % 5 == 0;
        if (header_.is_p && header_.is_idr) return false;
        bits_.get_ue();  // pic_parameter_set_id
        bits_.get(static_cast<int>(sequence_.log2_max_frame_num_minus4) + 4);
        if (header_.is_idr) bits_.get_ue();  // idr_pic_id
        read_order();
        if (header_.is_p && !read_references()) return false;
        if (header_.nal_header >> 5 != 0) read_marking();
        const auto& fields = picture_.pic_fields.bits;
        if (fields.entropy_coding_mode_flag && header_.is_p)
            header_.cabac_init_idc = static_cast<int>(bits_.get_ue());
        qp_place.first = bits_.place();
        header_.qp = picture_.pic_init_qp + get_se();
        qp_place.second = bits_.place();
        if (fields.deblocking_filter_control_present_flag && !read_deblocking()) return false;
        end = bits_.place();
        header = header_;
        return header_.cabac_init_idc <= 2 && header_.qp >= 0 && header_.qp <= 51;
    }

private:
    int get_se() {
        const unsigned code = bits_.get_ue();
        return code % 2 != 0 ? static_cast<int>(code / 2) + 1 : -static_cast<int>(code / 2);
    }

    void read_order() {
        const auto& fields = picture_.pic_fields.bits;
        if (sequence_.pic_order_cnt_type == 0) {
            bits_.get(static_cast<int>(sequence_.log2_max_pic_order_cnt_lsb_minus4) + 4);
            if (fields.pic_order_present_flag) bits_.get_ue();
        }
        if (sequence_.pic_order_cnt_type == 1 && !sequence_.delta_pic_order_always_zero_flag) {
            bits_.get_ue();
            if (fields.pic_order_present_flag) bits_.get_ue();
        }
        if (fields.redundant_pic_cnt_present_flag) bits_.get_ue();
    }

    bool read_references() {
        const bool differs = bits_.get(1) != 0;
        header_.reference_count =
            static_cast<int>(differs ? bits_.get_ue() : picture_.num_ref_idx_l0_active_minus1) + 1;
        if (bits_.get(1) != 0)
            for (int i = 0;; i++) {
                const unsigned operation = bits_.get_ue();
                if (operation == 3) break;
                if (operation > 3 || i >= 32) return false;
                bits_.get_ue();
            }
        return header_.reference_count >= 1 && header_.reference_count <= 32;
    }

    // [7.3.3.3]
    void read_marking() {
        if (header_.is_idr) {
            bits_.get(2);
            return;
        }
        if (bits_.get(1) == 0) return;
        for (int i = 0; i < 64; i++) {
            const unsigned operation = bits_.get_ue();
            if (operation == 0) return;
            if (operation != 5) bits_.get_ue();
            if (operation == 3) bits_.get_ue();
        }
    }

    bool read_deblocking() {
        const unsigned mode = bits_.get_ue();
        if (mode > 2) return false;
        header_.deblocking = {.enabled = mode != 1, .across_slices = mode == 0};
        if (mode == 1) return true;
        header_.deblocking.alpha_offset = 2 * get_se();
        header_.deblocking.beta_offset = 2 * get_se();
        return std::abs(header_.deblocking.alpha_offset) <= 12 &&
               std::abs(header_.deblocking.beta_offset) <= 12;
    }

    BitReader bits_;
    decltype(SequenceH264::seq_fields.bits) sequence_;
    const PictureH264& picture_;
    SliceHeaderBits header_;
};

BitWriter part_of(const std::vector<uint8_t>& bytes, size_t from, size_t to) {
    BitReader reader(bytes.data(), bytes.size());
    reader.skip(from);
    BitWriter part;
    for (size_t i = from; i < to; i++) part.put(reader.get(1), 1);
    return part;
}

}  // namespace

std::optional<SliceHeaderBits> read_slice_header(const PackedHeader& header, const SequenceH264& sequence,
                                                 const PictureH264& picture) {
    const size_t start = start_code_length(header.bytes);
    if (start == 0 || header.bytes.size() <= start + 1) return std::nullopt;
    const uint8_t nal_header = header.bytes[start];
    if ((nal_header & 31) != kIdr && (nal_header & 31) != kNotIdr) return std::nullopt;
    std::vector<uint8_t> bytes(header.bytes.begin() + static_cast<ptrdiff_t>(start) + 1, header.bytes.end());
    size_t length = header.bit_length - 8 * (start + 1);
    if (header.has_escapes) {
        std::vector<uint8_t> plain = without_escapes(bytes.data(), bytes.size(), bytes.size());
        length -= 8 * (bytes.size() - plain.size());
        bytes = std::move(plain);
    }
    SliceHeaderBits read;
    std::pair<size_t, size_t> qp_place;
    size_t end = 0;
    if (!SliceHeaderReader(bytes, nal_header, sequence, picture).read(read, qp_place, end))
        return std::nullopt;
    // Programs may have written cabac_alignment_one_bit, too, which is not of the header.
    const bool is_aligned = picture.pic_fields.bits.entropy_coding_mode_flag && length == (end + 7) / 8 * 8;
    if (end != length && !is_aligned) return std::nullopt;
    read.before = part_of(bytes, 0, qp_place.first);
    read.after = part_of(bytes, qp_place.second, end);
    return read;
}

BitWriter SliceHeaderBits::with_qp(int qp_of_slice, const PictureH264& picture) const {
    BitWriter bits = before;
    bits.put_se(qp_of_slice - picture.pic_init_qp);
    bits.append(after);
    return bits;
}

}  // namespace genmedia::va
