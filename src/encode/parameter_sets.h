// SPDX-License-Identifier: MIT
// Sequence and picture parameter sets, slice headers, and which level a stream needs.
#pragma once

#include "encode/bit_writer.h"
#include "genmedia/encode.h"

namespace genmedia::encode {

// A level's limits. [Table A-1]
struct Level {
    uint8_t idc;              // ten times its number
    int32_t macroblocks;      // of a picture
    int64_t macroblock_rate;  // a second
    int32_t stored;           // macroblocks of all pictures that are kept
    int16_t vector_range;     // vertical vectors lie in -range .. range - 0.25 samples
    int16_t vectors_of_two;   // in two macroblocks that follow each other
};

// The lowest level that has room for such pictures; the highest if none has.
const Level& level_for(const EncoderOptions& options);

BitWriter sequence_parameters(const EncoderOptions& options);
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
