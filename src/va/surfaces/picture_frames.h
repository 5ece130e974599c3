// SPDX-License-Identifier: MIT
// Pictures in memory of FFmpeg's, between a surface and another.
#pragma once

#include "media/video/ffmpeg_handles.h"
#include "va/surfaces/picture_layout.h"

namespace genmedia::va {

// Its samples are not set. Throws std::bad_alloc.
media::FrameHandle new_frame(AVPixelFormat pixels, int width, int height);
Planes planes_of(const AVFrame& frame);
// A copy, in that format. Null: libswscale knows no way. Throws std::bad_alloc.
media::FrameHandle frame_of(const Planes& planes, AVPixelFormat pixels, const ScalingWay& way = {});

}  // namespace genmedia::va
