// SPDX-License-Identifier: MIT
// What options, pictures and decisions must satisfy.
#pragma once

#include "encode/bitstream/level.h"
#include "genmedia/encode.h"

namespace genmedia::encode {

Status validate(const EncoderOptions& options);
Status validate(const EncoderOptions& options, const Yuv420View& picture);
// How a stream divides a picture.
struct PictureShape {
    const Level& level;
    int columns, rows;                   // macroblocks
    std::vector<int> first_macroblocks;  // of the slices
};
Status validate(const PictureShape& shape, const std::vector<MacroblockDecision>& decisions, int references);
// Decisions of a picture with `references` references; 0: an IDR picture.
Status validate(const EncoderOptions& options, const std::vector<MacroblockDecision>& decisions,
                int references);
// The most that two macroblocks in a row have. [7.4.5, MvCnt]
int vectors_of_two(const std::vector<MacroblockDecision>& decisions);

}  // namespace genmedia::encode
