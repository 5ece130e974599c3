// SPDX-License-Identifier: MIT
// Headers of H.264 as VA-API's structures say them, and a program's own slice headers read.
// [clause] is ITU-T H.264's.
#pragma once

#include "encode/bitstream/bit_writer.h"
#include "encode/reconstruction/deblocking.h"
#include "va/encoding/packed_headers.h"

#include <optional>

namespace genmedia::va {

using SequenceH264 = VAEncSequenceParameterBufferH264;
using PictureH264 = VAEncPictureParameterBufferH264;
using SliceH264 = VAEncSliceParameterBufferH264;

// seq_parameter_set_rbsp() and pic_parameter_set_rbsp(). [7.3.2.1, 7.3.2.2]
encode::BitWriter sequence_parameters(const SequenceH264& sequence, VAProfile profile, int level_idc);
encode::BitWriter picture_parameters(const PictureH264& picture, VAProfile profile);

// A slice header, of which the driver may set slice_qp_delta.
struct SliceHeaderBits {
    uint8_t nal_header = 0;
    encode::BitWriter before, after;  // slice_qp_delta

    // What its macroblocks depend on.
    uint32_t first_macroblock = 0;
    bool is_p = false, is_idr = false;
    int reference_count = 0;  // num_ref_idx_l0_active
    int qp = 0;
    int cabac_init_idc = 0;
    encode::DeblockingSyntax deblocking;

    encode::BitWriter with_qp(int qp_of_slice, const PictureH264& picture) const;
};

// The header that the structures say, slice_header() with the references of RefPicList0 in its order. [7.3.3]
PackedHeader slice_header(const SequenceH264& sequence, const PictureH264& picture, const SliceH264& slice);

// What a header says. Nothing: it is none of such a sequence and picture, is of another slice type than I and
// P, or has values that cannot be.
std::optional<SliceHeaderBits> read_slice_header(const PackedHeader& header, const SequenceH264& sequence,
                                                 const PictureH264& picture);

// Slice types of VAEncSliceParameterBufferH264. [Table 7-6]
constexpr bool is_p_slice(const SliceH264& slice) { return slice.slice_type % 5 == 0; }
constexpr bool is_i_slice(const SliceH264& slice) { return slice.slice_type % 5 == 2; }

// A reference of a list that names a surface.
constexpr bool is_valid(const VAPictureH264& picture) {
    return picture.picture_id != VA_INVALID_SURFACE && (picture.flags & VA_PICTURE_H264_INVALID) == 0;
}

}  // namespace genmedia::va
