// SPDX-License-Identifier: MIT
// The 8-bit luma of decoded pictures, upright. Inside src/media only.
#pragma once

#include "genmedia/status.h"
#include "media/ffmpeg_handles.h"
#include "media/orientation.h"

namespace genmedia::media {

class LumaConverter {
public:
    // The result is the first plane of `luma`. For 8-bit planar YUV and gray it is the frame's own plane, or
    // a turned copy; anything else is converted to 8-bit 4:2:0 first.
    Status convert(const AVFrame& frame, Orientation orientation, FrameHandle& luma);

private:
    int to_yuv420(const AVFrame& frame, AVFrame& luma);

    ScalerHandle scaler_;
};

}  // namespace genmedia::media
