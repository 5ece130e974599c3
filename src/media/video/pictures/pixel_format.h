// SPDX-License-Identifier: MIT
// What the samples of decoded pictures stand for. Inside src/media only.
#pragma once

#include "genmedia/status.h"
#include "media/video/ffmpeg_handles.h"

#include <array>
#include <string>

namespace genmedia::media {

// RGB in any layout, by palette, and XYZ, which FFmpeg's scaler takes for it.
bool is_rgb(AVPixelFormat format);
// Luma alone, with or without alpha.
bool is_gray(AVPixelFormat format);
// YUV with a sample of chroma for each 2x2 of luma.
bool is_yuv420(AVPixelFormat format);
// Whether 0 is black and the largest number white, by the frame's tag; RGB and gray that say nothing have it,
// as FFmpeg and its players have it, and YUV that says nothing has not.
bool is_full_range(const AVFrame& frame);
// The coefficients that turn YUV into RGB, an AVColorSpace. Where the frame does not say: BT.709 if it is
// large, else BT.601, as players guess.
AVColorSpace matrix_of(const AVFrame& frame);

// A byte of luma or, with `chroma`, of chroma from one range in the other.
using RangeTable = std::array<uint8_t, 256>;
const RangeTable& range_table(bool to_full, bool chroma);

// What 8-bit 4:2:0 does not hold of such pictures, as "10 bits, 4:2:2 and alpha"; empty: it holds all.
std::string beyond_yuv420(AVPixelFormat format);

// `to` gets the picture in another format, by FFmpeg's scaler. RGB is full, and `full_from` and `full_to` say
// whether YUV and gray are. `matrix`: of YUV.
Status convert_frame(const AVFrame& from, bool full_from, AVPixelFormat format, bool full_to,
                     AVColorSpace matrix, FrameHandle& to);

}  // namespace genmedia::media
