// SPDX-License-Identifier: MIT
// Sequence and picture headers of ITU-T H.262, clause 6.2. VA-API hands over slices with their start codes.
#include "va/decoding/picture_decoder.h"

#include "va/decoding/header_bits.h"

#include <algorithm>
#include <array>

namespace genmedia::va {
namespace {

using encode::BitWriter;
using Mpeg2Picture = VAPictureParameterBufferMPEG2;

constexpr int kPredicted = 2, kBidirectional = 3;

class Mpeg2Writer : public StreamWriter {
public:
    VAStatus write(const PictureParts& parts, std::vector<uint8_t>& stream) override {
        const auto* picture = structure_of<Mpeg2Picture>(parts, VAPictureParameterBufferType);
        const std::vector<SliceBytes> slices = slices_of<VASliceParameterBufferMPEG2>(parts);
        if (picture == nullptr || slices.empty()) return VA_STATUS_ERROR_INVALID_BUFFER;
        if (const auto* given = structure_of<VAIQMatrixBufferMPEG2>(parts, VAIQMatrixBufferType))
            take_matrices(*given);
        const auto& coding = picture->picture_coding_extension.bits;
        is_field_ = coding.picture_structure != 3;
        // A sequence does not begin between the fields of a picture.
        if (!is_field_ || coding.is_first_field) write_sequence(*picture, stream);
        write_picture(*picture, stream);
        for (const SliceBytes& slice : slices)
            stream.insert(stream.end(), slice.data, slice.data + slice.size);
        return VA_STATUS_SUCCESS;
    }
    bool is_asked_for_first() const override { return true; }
    bool is_field() const override { return is_field_; }

private:
    void take_matrices(const VAIQMatrixBufferMPEG2& given) {
        if (given.load_intra_quantiser_matrix) take(given.intra_quantiser_matrix, intra_);
        if (given.load_non_intra_quantiser_matrix) take(given.non_intra_quantiser_matrix, inter_);
    }
    // Stays until another is loaded. Zeros would divide by zero, and no stream may have them.
    static void take(const uint8_t (&from)[64], std::vector<uint8_t>& to) {
        to.assign(std::begin(from), std::end(from));
        std::replace(to.begin(), to.end(), uint8_t{0}, uint8_t{1});
    }

    static void put_matrix(const std::vector<uint8_t>& matrix, BitWriter& bits) {
        bits.put_flag(!matrix.empty());
        for (const uint8_t weight : matrix) bits.put(weight, 8);
    }

    // What VA-API does not say changes no sample: rates, buffers, the shape of pixels.
    void write_sequence(const Mpeg2Picture& picture, std::vector<uint8_t>& stream) const {
        BitWriter header;
        header.put(picture.horizontal_size & 0xfff, 12);
        header.put(picture.vertical_size & 0xfff, 12);
        header.put(1, 4);         // square pixels
        header.put(3, 4);         // 25 a second
        header.put(0x3ffff, 18);  // bit rate
        header.put(1, 1);         // marker
        header.put(0x3ff, 10);    // buffer
        header.put(0, 1);
        put_matrix(intra_, header);
        put_matrix(inter_, header);
        append_start_code(stream, 0xb3);
        append(stream, header);
        BitWriter extension;
        extension.put(1, 4);     // sequence extension
        extension.put(0x44, 8);  // Main at High
        extension.put(0, 1);     // may have fields
        extension.put(1, 2);     // 4:2:0
        extension.put(picture.horizontal_size >> 12, 2);
        extension.put(picture.vertical_size >> 12, 2);
        extension.put(0, 12);
        extension.put(1, 1);  // marker
        extension.put(0, 16);
        append_start_code(stream, 0xb5);
        append(stream, extension);
    }

    static void write_picture(const Mpeg2Picture& picture, std::vector<uint8_t>& stream) {
        BitWriter header;
        header.put(0, 10);  // temporal reference
        header.put(static_cast<uint32_t>(picture.picture_coding_type) & 7, 3);
        header.put(0xffff, 16);
        if (picture.picture_coding_type == kPredicted || picture.picture_coding_type == kBidirectional)
            header.put(7, 4);
        if (picture.picture_coding_type == kBidirectional) header.put(7, 4);
        header.put(0, 1);
        append_start_code(stream, 0x00);
        append(stream, header);
        const auto& coding = picture.picture_coding_extension.bits;
        BitWriter extension;
        extension.put(8, 4);  // picture coding extension
        extension.put(static_cast<uint32_t>(picture.f_code) & 0xffff, 16);
        extension.put(coding.intra_dc_precision, 2);
        extension.put(coding.picture_structure, 2);
        extension.put(coding.top_field_first, 1);
        extension.put(coding.frame_pred_frame_dct, 1);
        extension.put(coding.concealment_motion_vectors, 1);
        extension.put(coding.q_scale_type, 1);
        extension.put(coding.intra_vlc_format, 1);
        extension.put(coding.alternate_scan, 1);
        extension.put(coding.repeat_first_field, 1);
        extension.put(coding.progressive_frame, 1);  // of chroma
        extension.put(coding.progressive_frame, 1);
        extension.put(0, 1);  // no composite display
        append_start_code(stream, 0xb5);
        append(stream, extension);
    }

    std::vector<uint8_t> intra_, inter_;  // in the order of the zigzag; empty: the default
    bool is_field_ = false;
};

}  // namespace

std::unique_ptr<StreamWriter> make_mpeg2_writer() { return std::make_unique<Mpeg2Writer>(); }

}  // namespace genmedia::va
