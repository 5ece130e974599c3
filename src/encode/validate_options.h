// SPDX-License-Identifier: MIT
// What options, pictures and decisions must satisfy.
#pragma once

#include "genmedia/encode.h"

namespace genmedia::encode {

Status validate(const EncoderOptions& options);
Status validate(const EncoderOptions& options, const Yuv420View& picture);
// Decisions of a picture with `references` references; 0: an IDR picture.
Status validate(const EncoderOptions& options, const std::vector<MacroblockDecision>& decisions,
                int references);
// The most that two macroblocks in a row have. [7.4.5, MvCnt]
int vectors_of_two(const std::vector<MacroblockDecision>& decisions);

}  // namespace genmedia::encode
