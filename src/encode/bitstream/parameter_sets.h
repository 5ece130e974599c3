// SPDX-License-Identifier: MIT
// Sequence and picture parameter sets, and slice headers.
#pragma once

#include "encode/bitstream/bit_writer.h"
#include "encode/bitstream/level.h"
#include "genmedia/encode.h"

namespace genmedia::encode {

BitWriter sequence_parameters(const EncoderOptions& options, const Level& level);
BitWriter picture_parameters(const EncoderOptions& options);

inline constexpr int kPictureQp = 26;       // pic_init_qp
inline constexpr int kFrameNumberBits = 8;  // log2_max_frame_num

struct SliceHeader {
    uint32_t first_macroblock = 0;
    bool is_key = false;
    uint32_t frame_number = 0;  // pictures after the IDR picture
    uint32_t key_number = 0;    // idr_pic_id
    int reference_count = 0;    // of a P slice
    int qp = 0;
};

void write_slice_header(BitWriter& bits, const SliceHeader& header, const EncoderOptions& options);

}  // namespace genmedia::encode
