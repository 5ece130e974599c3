// SPDX-License-Identifier: MIT
// Codes one picture after the other from what VA-API hands over, into the program's coded buffers.
#pragma once

#include "va/driver.h"

namespace genmedia::va {

// H.264 by this project's encoder (h264_encoder.cpp), JPEG by libjpeg (jpeg_encoder.cpp).
std::unique_ptr<Operation> make_h264_encoder(const Config& config);
std::unique_ptr<Operation> make_jpeg_encoder(const Config& config);

}  // namespace genmedia::va
