// SPDX-License-Identifier: MIT
// How near a coded picture is to its original.
#pragma once

#include "genmedia/image.h"

namespace genmedia::media {

// Compares 8-bit planes of one size; the second may be larger. In dB, at most kSamePlane.
double psnr(const PlaneView& original, const PlaneView& coded);
inline constexpr double kSamePlane = 100;

// Structural similarity (Wang et al. 2004), the mean over 8x8 windows 4 samples apart, as in x264 and
// FFmpeg's filter: 1 for the same plane. Planes with a side below 8 give 1 if they are the same, else 0.
double ssim(const PlaneView& original, const PlaneView& coded);

}  // namespace genmedia::media
