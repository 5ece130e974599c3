// SPDX-License-Identifier: MIT
// Parameter sets of ITU-T H.264, clause 7.3.2. VA-API hands over slices as the stream has them, headers and
// all.
#include "va/decoding/picture_decoder.h"

#include "va/decoding/header_bits.h"

#include "encode/bitstream/nal_unit.h"

#include <algorithm>
#include <array>

namespace genmedia::va {
namespace {

using encode::BitWriter;
using H264Picture = VAPictureParameterBufferH264;

// What the picture parameter set says in the place of slices that do not. [7.3.2.2, 7.3.3]
struct SliceFacts {
    unsigned parameter_set = 0;
    bool overrides = false;  // the number of references
    bool is_predicted = false, is_bidirectional = false;
};

SliceFacts read_slice(const SliceBytes& slice, const H264Picture& picture) {
    const auto& sequence = picture.seq_fields.bits;
    const auto& fields = picture.pic_fields.bits;
    const std::vector<uint8_t> head = without_escapes(slice.data, slice.size, 64);
    BitReader bits(head.data(), head.size());
    SliceFacts facts;
    bits.get(3);
    const bool is_idr = bits.get(5) == 5;
    bits.get_ue();  // first macroblock
    const unsigned type = bits.get_ue() % 5;
    facts.is_predicted = type == 0 || type == 3;
    facts.is_bidirectional = type == 1;
    facts.parameter_set = bits.get_ue();
    if (sequence.residual_colour_transform_flag) bits.get(2);
    bits.get(static_cast<int>(sequence.log2_max_frame_num_minus4) + 4);
    bool is_field = false;
    if (!sequence.frame_mbs_only_flag && bits.get(1) != 0) {
        is_field = true;
        bits.get(1);
    }
    if (is_idr) bits.get_ue();
    if (sequence.pic_order_cnt_type == 0) {
        bits.get(static_cast<int>(sequence.log2_max_pic_order_cnt_lsb_minus4) + 4);
        if (fields.pic_order_present_flag && !is_field) bits.get_ue();
    }
    if (fields.redundant_pic_cnt_present_flag) bits.get_ue();
    if (facts.is_bidirectional) bits.get(1);
    if (facts.is_predicted || facts.is_bidirectional) facts.overrides = bits.get(1) != 0;
    return facts;
}

// The lists' order in the stream: zigzag scans of the raster that VA-API has. [8.5.6]
template <int Side>
std::array<uint8_t, Side * Side> zigzag() {
    std::array<uint8_t, Side * Side> order{};
    int x = 0, y = 0;
    for (uint8_t& place : order) {
        place = static_cast<uint8_t>(y * Side + x);
        const bool up = (x + y) % 2 == 0;
        int &ahead = up ? x : y, &back = up ? y : x;
        if (ahead == Side - 1)
            back++;
        else {
            ahead++;
            if (back > 0) back--;
        }
    }
    return order;
}

template <int Side>
void put_scaling_list(const uint8_t* raster, BitWriter& bits) {
    static const std::array<uint8_t, Side* Side> order = zigzag<Side>();
    bits.put_flag(true);
    put_weights(raster, order, 8, bits);
}

class H264Writer : public StreamWriter {
public:
    VAStatus write(const PictureParts& parts, std::vector<uint8_t>& stream) override {
        const auto* picture = structure_of<H264Picture>(parts, VAPictureParameterBufferType);
        std::vector<SliceBytes> slices = slices_of<VASliceParameterBufferH264>(parts);
        if (picture == nullptr || slices.empty()) return VA_STATUS_ERROR_INVALID_BUFFER;
        // Of this type VA-API does not hand over what times are made of.
        if (picture->seq_fields.bits.pic_order_cnt_type == 1) return VA_STATUS_ERROR_DECODING_ERROR;
        is_field_ = picture->pic_fields.bits.field_pic_flag != 0;
        for (SliceBytes& slice : slices) skip_start_code(slice);
        write_sequence(*picture, stream);
        write_picture(*picture, slices, structure_of<VAIQMatrixBufferH264>(parts, VAIQMatrixBufferType),
                      stream);
        for (const SliceBytes& slice : slices) {
            stream.insert(stream.end(), {0, 0, 1});
            stream.insert(stream.end(), slice.data, slice.data + slice.size);
        }
        return VA_STATUS_SUCCESS;
    }
    bool is_field() const override { return is_field_; }

private:
    // Some programs hand it over.
    static void skip_start_code(SliceBytes& slice) {
        size_t zeros = 0;
        while (zeros < slice.size && slice.data[zeros] == 0) zeros++;
        if (zeros < 2 || zeros + 1 >= slice.size || slice.data[zeros] != 1) return;
        slice.data += zeros + 1;
        slice.size -= zeros + 1;
    }

    static void append_unit(encode::NalType type, BitWriter& bits, std::vector<uint8_t>& stream) {
        bits.finish();
        encode::append_nal_unit(type, bits, stream);
    }

    static void write_sequence(const H264Picture& picture, std::vector<uint8_t>& stream) {
        const auto& fields = picture.seq_fields.bits;
        BitWriter bits;
        bits.put(100, 8);  // High: it has the others' syntax, too
        bits.put(0, 8);
        bits.put(52, 8);  // the level says nothing of samples
        bits.put_ue(0);
        bits.put_ue(fields.chroma_format_idc);
        bits.put_ue(picture.bit_depth_luma_minus8);
        bits.put_ue(picture.bit_depth_chroma_minus8);
        bits.put(0, 2);  // no bypass; lists are in the picture's set
        bits.put_ue(fields.log2_max_frame_num_minus4);
        bits.put_ue(fields.pic_order_cnt_type);
        if (fields.pic_order_cnt_type == 0) bits.put_ue(fields.log2_max_pic_order_cnt_lsb_minus4);
        bits.put_ue(picture.num_ref_frames);
        bits.put(fields.gaps_in_frame_num_value_allowed_flag, 1);
        bits.put_ue(picture.picture_width_in_mbs_minus1);
        const uint32_t rows = picture.picture_height_in_mbs_minus1 + 1u;
        bits.put_ue((fields.frame_mbs_only_flag ? rows : (rows + 1) / 2) - 1);
        bits.put(fields.frame_mbs_only_flag, 1);
        if (!fields.frame_mbs_only_flag) bits.put(fields.mb_adaptive_frame_field_flag, 1);
        bits.put(fields.direct_8x8_inference_flag, 1);
        bits.put(0, 2);  // whole macroblocks, no more facts
        append_unit(encode::NalType::sequence_parameters, bits, stream);
    }

    static void write_picture(const H264Picture& picture, const std::vector<SliceBytes>& slices,
                              const VAIQMatrixBufferH264* matrices, std::vector<uint8_t>& stream) {
        unsigned defaults[2] = {0, 0}, number = 0;
        for (const SliceBytes& slice : slices) {
            const SliceFacts facts = read_slice(slice, picture);
            const auto& given = *slice.parameters->as<VASliceParameterBufferH264>(slice.index);
            number = facts.parameter_set;
            if (facts.overrides || !(facts.is_predicted || facts.is_bidirectional)) continue;
            defaults[0] = given.num_ref_idx_l0_active_minus1;
            if (facts.is_bidirectional) defaults[1] = given.num_ref_idx_l1_active_minus1;
        }
        const auto& fields = picture.pic_fields.bits;
        BitWriter bits;
        bits.put_ue(std::min(number, 255u));
        bits.put_ue(0);
        bits.put(fields.entropy_coding_mode_flag, 1);
        bits.put(fields.pic_order_present_flag, 1);
        bits.put_ue(0);  // one slice group
        for (const unsigned references : defaults) bits.put_ue(std::min(references, 31u));
        bits.put(fields.weighted_pred_flag, 1);
        bits.put(fields.weighted_bipred_idc, 2);
        bits.put_se(picture.pic_init_qp_minus26);
        bits.put_se(picture.pic_init_qs_minus26);
        bits.put_se(picture.chroma_qp_index_offset);
        bits.put(fields.deblocking_filter_control_present_flag, 1);
        bits.put(fields.constrained_intra_pred_flag, 1);
        bits.put(fields.redundant_pic_cnt_present_flag, 1);
        bits.put(fields.transform_8x8_mode_flag, 1);
        put_matrices(fields.transform_8x8_mode_flag != 0, matrices, bits);
        bits.put_se(picture.second_chroma_qp_index_offset);
        append_unit(encode::NalType::picture_parameters, bits, stream);
    }

    static void put_matrices(bool with_8x8, const VAIQMatrixBufferH264* given, BitWriter& bits) {
        bits.put_flag(given != nullptr);
        if (given == nullptr) return;
        for (const auto& list : given->ScalingList4x4) put_scaling_list<4>(list, bits);
        if (!with_8x8) return;
        for (const auto& list : given->ScalingList8x8) put_scaling_list<8>(list, bits);
    }

    bool is_field_ = false;
};

}  // namespace

std::unique_ptr<StreamWriter> make_h264_writer() { return std::make_unique<H264Writer>(); }

}  // namespace genmedia::va
