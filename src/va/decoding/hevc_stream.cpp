// SPDX-License-Identifier: MIT
// Parameter sets of ITU-T H.265, clause 7.3.2, and slices whose header named a set of references that VA-API
// does not hand over: they get a set of their own. [7.3.6.1, 7.3.7]
#include "va/decoding/picture_decoder.h"

#include "va/decoding/header_bits.h"

#include <algorithm>
#include <bit>

namespace genmedia::va {
namespace {

using encode::BitWriter;
using HevcPicture = VAPictureParameterBufferHEVC;
using HevcSlice = VASliceParameterBufferHEVC;

constexpr unsigned kVideoSet = 32, kSequenceSet = 33, kPictureSet = 34;

// Bytes that hold no start code.
void append_unit(const std::vector<uint8_t>& unit, std::vector<uint8_t>& stream) {
    stream.insert(stream.end(), {0, 0, 0, 1});
    int zeros = 0;
    for (const uint8_t byte : unit) {
        if (zeros == 2 && byte <= 3) {
            stream.push_back(3);
            zeros = 0;
        }
        zeros = byte == 0 ? zeros + 1 : 0;
        stream.push_back(byte);
    }
}

void append_set(unsigned type, BitWriter bits, std::vector<uint8_t>& stream) {
    bits.finish();
    std::vector<uint8_t> unit{static_cast<uint8_t>(type << 1), 1};
    append(unit, bits);
    append_unit(unit, stream);
}

int bits_for(unsigned count) { return count <= 1 ? 0 : std::bit_width(count - 1); }  // Ceil(Log2(count))

// Where a slice's header speaks of references, in bits from the unit's begin. None: it does not.
struct ReferenceBits {
    unsigned parameter_set = 0;
    bool has_set = false;
    size_t begin = 0, end = 0;
    bool is_known = true;  // false: of long-term references that only the sequence's set had
};

ReferenceBits find_references(const std::vector<uint8_t>& unit, const HevcPicture& picture) {
    const auto& flags = picture.slice_parsing_fields.bits;
    BitReader bits(unit.data(), unit.size());
    ReferenceBits found;
    bits.get(1);
    const unsigned type = bits.get(6);
    bits.get(9);
    const bool is_first = bits.get(1) != 0;
    if (type >= 16 && type <= 23) bits.get(1);
    found.parameter_set = bits.get_ue();
    if (!is_first) {
        if (flags.dependent_slice_segments_enabled_flag && bits.get(1) != 0) return found;
        const unsigned log2_side = picture.log2_min_luma_coding_block_size_minus3 + 3u +
                                   picture.log2_diff_max_min_luma_coding_block_size;
        const auto blocks = [&](unsigned samples) { return (samples + (1u << log2_side) - 1) >> log2_side; };
        bits.get(
            bits_for(blocks(picture.pic_width_in_luma_samples) * blocks(picture.pic_height_in_luma_samples)));
    }
    bits.get(picture.num_extra_slice_header_bits);
    bits.get_ue();  // type
    if (flags.output_flag_present_flag) bits.get(1);
    if (picture.pic_fields.bits.separate_colour_plane_flag) bits.get(2);
    if (type == 19 || type == 20) return found;  // IDR
    bits.get(picture.log2_max_pic_order_cnt_lsb_minus4 + 4);
    found.has_set = true;
    found.begin = bits.place();
    if (bits.get(1) != 0)
        bits.get(bits_for(picture.num_short_term_ref_pic_sets));
    else
        bits.skip(picture.st_rps_bits);
    if (flags.long_term_ref_pics_present_flag && picture.num_long_term_ref_pic_sps > 0)
        found.is_known = bits.get_ue() == 0;
    found.end = bits.place();
    return found;
}

// The set as this picture's references say it, those that only later pictures use among them.
void put_references(const HevcPicture& picture, BitWriter& bits) {
    struct Reference {
        int distance;
        bool used;
    };
    std::vector<Reference> before, after;
    for (const VAPictureHEVC& one : picture.ReferenceFrames) {
        constexpr unsigned other = VA_PICTURE_HEVC_INVALID | VA_PICTURE_HEVC_LONG_TERM_REFERENCE;
        if (one.picture_id == VA_INVALID_SURFACE || (one.flags & other) != 0) continue;
        const int distance = one.pic_order_cnt - picture.CurrPic.pic_order_cnt;
        constexpr unsigned used = VA_PICTURE_HEVC_RPS_ST_CURR_BEFORE | VA_PICTURE_HEVC_RPS_ST_CURR_AFTER;
        if (distance != 0)
            (distance < 0 ? before : after).push_back({std::abs(distance), (one.flags & used) != 0});
    }
    bits.put_flag(false);  // not one of the sequence's
    bits.put_ue(static_cast<uint32_t>(before.size()));
    bits.put_ue(static_cast<uint32_t>(after.size()));
    for (std::vector<Reference>* side : {&before, &after}) {
        std::sort(side->begin(), side->end(),
                  [](const Reference& a, const Reference& b) { return a.distance < b.distance; });
        int last = 0;
        for (const Reference& one : *side) {
            bits.put_ue(static_cast<uint32_t>(std::max(one.distance - last, 1)) - 1);
            bits.put_flag(one.used);
            last = one.distance;
        }
    }
}

// The up-right diagonal scan of a square, as places in its rows. [6.5.3]
template <size_t Count>
const std::vector<size_t>& diagonals() {
    static const std::vector<size_t> places = [] {
        const int side = Count == 16 ? 4 : 8;
        std::vector<size_t> found;
        for (int sum = 0; sum < 2 * side - 1; sum++)
            for (int x = std::max(0, sum - side + 1); x <= std::min(sum, side - 1); x++)
                found.push_back(static_cast<size_t>((sum - x) * side + x));
        return found;
    }();
    return places;
}

class HevcWriter : public StreamWriter {
public:
    VAStatus write(const PictureParts& parts, std::vector<uint8_t>& stream) override {
        const auto* picture = structure_of<HevcPicture>(parts, VAPictureParameterBufferType);
        const std::vector<SliceBytes> slices = slices_of<HevcSlice>(parts);
        if (picture == nullptr || slices.empty() || !is_possible(*picture))
            return VA_STATUS_ERROR_INVALID_BUFFER;
        write_video(*picture, stream);
        write_sequence(*picture, structure_of<VAIQMatrixBufferHEVC>(parts, VAIQMatrixBufferType), stream);
        bool is_written = false;  // the picture's set
        for (const SliceBytes& slice : slices) {
            if (slice.size < 3) return VA_STATUS_ERROR_INVALID_BUFFER;
            const std::vector<uint8_t> unit = without_escapes(slice.data, slice.size, slice.size);
            const ReferenceBits references = find_references(unit, *picture);
            if (!references.is_known) return VA_STATUS_ERROR_DECODING_ERROR;
            if (!is_written) write_picture(*picture, references.parameter_set, stream);
            is_written = true;
            const size_t data = slice.parameters->as<HevcSlice>(slice.index)->slice_data_byte_offset;
            if (references.has_set && picture->num_short_term_ref_pic_sets > 0) {
                if (data > unit.size() || data * 8 < references.end + 8)
                    return VA_STATUS_ERROR_INVALID_BUFFER;
                append_unit(with_own_set(unit, references, data, *picture), stream);
            } else {
                append_unit(unit, stream);
            }
        }
        return VA_STATUS_SUCCESS;
    }
    bool is_asked_for_first() const override { return true; }

private:
    // Shifts and counts below are of these.
    static bool is_possible(const HevcPicture& picture) {
        return picture.log2_min_luma_coding_block_size_minus3 <= 3 &&
               picture.log2_diff_max_min_luma_coding_block_size <= 3 &&
               picture.log2_max_pic_order_cnt_lsb_minus4 <= 12 && picture.num_extra_slice_header_bits <= 7 &&
               picture.num_tile_columns_minus1 <= 19 && picture.num_tile_rows_minus1 <= 21;
    }

    static std::vector<uint8_t> with_own_set(const std::vector<uint8_t>& unit,
                                             const ReferenceBits& references, size_t data,
                                             const HevcPicture& picture) {
        BitReader from(unit.data(), unit.size());
        BitWriter bits;
        while (from.place() < references.begin) bits.put(from.get(1), 1);
        put_references(picture, bits);
        from.skip(references.end - references.begin);
        size_t end = data * 8 - 1;  // of the header: the last bit that is set ends it
        while (end > references.end && (unit[end / 8] >> (7 - end % 8) & 1) == 0) end--;
        while (from.place() < end) bits.put(from.get(1), 1);
        bits.finish();
        std::vector<uint8_t> own;
        append(own, bits);
        own.insert(own.end(), unit.begin() + static_cast<ptrdiff_t>(data), unit.end());
        return own;
    }

    static void put_profile(const HevcPicture& picture, BitWriter& bits) {
        const uint32_t profile = picture.bit_depth_luma_minus8 > 0 ? 2 : 1;
        bits.put(0, 2);
        bits.put(1, 1);
        bits.put(profile, 5);
        bits.put(1u << (31 - profile), 32);
        bits.put(0, 32);
        bits.put(0, 16);
        bits.put(186, 8);  // the level says nothing of samples
    }

    static void write_video(const HevcPicture& picture, std::vector<uint8_t>& stream) {
        BitWriter bits;
        bits.put(3, 6);  // number 0; base layer, there
        bits.put(0, 9);  // one layer
        bits.put(1, 1);
        bits.put(0xffff, 16);
        put_profile(picture, bits);
        put_buffering(picture, bits);
        bits.put(0, 6);
        bits.put_ue(0);
        bits.put(0, 2);
        append_set(kVideoSet, bits, stream);
    }

    static void put_buffering(const HevcPicture& picture, BitWriter& bits) {
        bits.put(1, 1);
        bits.put_ue(picture.sps_max_dec_pic_buffering_minus1);
        bits.put_ue(picture.sps_max_dec_pic_buffering_minus1);
        bits.put_ue(0);
    }

    static void write_sequence(const HevcPicture& picture, const VAIQMatrixBufferHEVC* matrices,
                               std::vector<uint8_t>& stream) {
        const auto& flags = picture.pic_fields.bits;
        const auto& slices = picture.slice_parsing_fields.bits;
        BitWriter bits;
        bits.put(0, 7);  // numbers 0
        bits.put(1, 1);
        put_profile(picture, bits);
        bits.put_ue(0);
        bits.put_ue(flags.chroma_format_idc);
        if (flags.chroma_format_idc == 3) bits.put(flags.separate_colour_plane_flag, 1);
        bits.put_ue(picture.pic_width_in_luma_samples);
        bits.put_ue(picture.pic_height_in_luma_samples);
        bits.put(0, 1);
        bits.put_ue(picture.bit_depth_luma_minus8);
        bits.put_ue(picture.bit_depth_chroma_minus8);
        bits.put_ue(picture.log2_max_pic_order_cnt_lsb_minus4);
        put_buffering(picture, bits);
        for (const uint8_t value :
             {picture.log2_min_luma_coding_block_size_minus3,
              picture.log2_diff_max_min_luma_coding_block_size, picture.log2_min_transform_block_size_minus2,
              picture.log2_diff_max_min_transform_block_size, picture.max_transform_hierarchy_depth_inter,
              picture.max_transform_hierarchy_depth_intra})
            bits.put_ue(value);
        bits.put(flags.scaling_list_enabled_flag, 1);
        if (flags.scaling_list_enabled_flag) put_matrices(matrices, bits);
        bits.put(flags.amp_enabled_flag, 1);
        bits.put(slices.sample_adaptive_offset_enabled_flag, 1);
        bits.put(flags.pcm_enabled_flag, 1);
        if (flags.pcm_enabled_flag) {
            bits.put(picture.pcm_sample_bit_depth_luma_minus1 & 15u, 4);
            bits.put(picture.pcm_sample_bit_depth_chroma_minus1 & 15u, 4);
            bits.put_ue(picture.log2_min_pcm_luma_coding_block_size_minus3);
            bits.put_ue(picture.log2_diff_max_min_pcm_luma_coding_block_size);
            bits.put(flags.pcm_loop_filter_disabled_flag, 1);
        }
        bits.put_ue(0);  // slices have sets of references of their own
        bits.put(slices.long_term_ref_pics_present_flag, 1);
        if (slices.long_term_ref_pics_present_flag) bits.put_ue(0);
        bits.put(slices.sps_temporal_mvp_enabled_flag, 1);
        bits.put(flags.strong_intra_smoothing_enabled_flag, 1);
        bits.put(0, 2);
        append_set(kSequenceSet, bits, stream);
    }

    // Without them, the standard's own.
    static void put_matrices(const VAIQMatrixBufferHEVC* given, BitWriter& bits) {
        bits.put_flag(given != nullptr);
        if (given == nullptr) return;
        for (const auto& list : given->ScalingList4x4) put_list(list, nullptr, bits);
        for (const auto& list : given->ScalingList8x8) put_list(list, nullptr, bits);
        for (int i = 0; i < 6; i++) put_list(given->ScalingList16x16[i], &given->ScalingListDC16x16[i], bits);
        for (int i = 0; i < 2; i++) put_list(given->ScalingList32x32[i], &given->ScalingListDC32x32[i], bits);
    }

    template <size_t Count>
    static void put_list(const uint8_t (&list)[Count], const uint8_t* first, BitWriter& bits) {
        bits.put_flag(true);
        int last = 8;
        if (first != nullptr) {
            last = std::max<int>(*first, 1);
            bits.put_se(last - 8);
        }
        put_weights(list, diagonals<Count>(), last, bits);  // VA-API has rows
    }

    static void write_picture(const HevcPicture& picture, unsigned number, std::vector<uint8_t>& stream) {
        const auto& flags = picture.pic_fields.bits;
        const auto& slices = picture.slice_parsing_fields.bits;
        BitWriter bits;
        bits.put_ue(std::min(number, 63u));
        bits.put_ue(0);
        bits.put(slices.dependent_slice_segments_enabled_flag, 1);
        bits.put(slices.output_flag_present_flag, 1);
        bits.put(picture.num_extra_slice_header_bits, 3);
        bits.put(flags.sign_data_hiding_enabled_flag, 1);
        bits.put(slices.cabac_init_present_flag, 1);
        bits.put_ue(picture.num_ref_idx_l0_default_active_minus1);
        bits.put_ue(picture.num_ref_idx_l1_default_active_minus1);
        bits.put_se(picture.init_qp_minus26);
        bits.put(flags.constrained_intra_pred_flag, 1);
        bits.put(flags.transform_skip_enabled_flag, 1);
        bits.put(flags.cu_qp_delta_enabled_flag, 1);
        if (flags.cu_qp_delta_enabled_flag) bits.put_ue(picture.diff_cu_qp_delta_depth);
        bits.put_se(picture.pps_cb_qp_offset);
        bits.put_se(picture.pps_cr_qp_offset);
        bits.put(slices.pps_slice_chroma_qp_offsets_present_flag, 1);
        bits.put(flags.weighted_pred_flag, 1);
        bits.put(flags.weighted_bipred_flag, 1);
        bits.put(flags.transquant_bypass_enabled_flag, 1);
        bits.put(flags.tiles_enabled_flag, 1);
        bits.put(flags.entropy_coding_sync_enabled_flag, 1);
        if (flags.tiles_enabled_flag) put_tiles(picture, bits);
        bits.put(flags.pps_loop_filter_across_slices_enabled_flag, 1);
        bits.put(1, 1);
        bits.put(slices.deblocking_filter_override_enabled_flag, 1);
        bits.put(slices.pps_disable_deblocking_filter_flag, 1);
        if (!slices.pps_disable_deblocking_filter_flag) {
            bits.put_se(picture.pps_beta_offset_div2);
            bits.put_se(picture.pps_tc_offset_div2);
        }
        bits.put(0, 1);  // matrices are the sequence's
        bits.put(slices.lists_modification_present_flag, 1);
        bits.put_ue(picture.log2_parallel_merge_level_minus2);
        bits.put(slices.slice_segment_header_extension_present_flag, 1);
        bits.put(0, 1);
        append_set(kPictureSet, bits, stream);
    }

    static void put_tiles(const HevcPicture& picture, BitWriter& bits) {
        bits.put_ue(picture.num_tile_columns_minus1);
        bits.put_ue(picture.num_tile_rows_minus1);
        bits.put(0, 1);  // of sizes as follow; the last ones are what is left
        for (int i = 0; i < std::min<int>(picture.num_tile_columns_minus1, 19); i++)
            bits.put_ue(picture.column_width_minus1[i]);
        for (int i = 0; i < std::min<int>(picture.num_tile_rows_minus1, 21); i++)
            bits.put_ue(picture.row_height_minus1[i]);
        bits.put(picture.pic_fields.bits.loop_filter_across_tiles_enabled_flag, 1);
    }
};

}  // namespace

std::unique_ptr<StreamWriter> make_hevc_writer() { return std::make_unique<HevcWriter>(); }

}  // namespace genmedia::va
