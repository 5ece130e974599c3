// SPDX-License-Identifier: MIT
// The 8-bit luma of decoded pictures, upright. Inside src/media only.
#pragma once

#include "genmedia/status.h"
#include "media/video/ffmpeg_handles.h"
#include "media/video/pictures/orientation.h"

#include <optional>

namespace genmedia::media {

class LumaConverter {
public:
    // The result is the first plane of `luma`. For 8-bit YUV and gray it is the frame's own plane, or a
    // turned copy. Deeper samples are rounded; of RGB it is BT.601's luma, of full range. All pictures have
    // the range of the first one, so that two formats of the same picture have the same luma.
    Status convert(const AVFrame& frame, Orientation orientation, FrameHandle& luma);
    bool full_range() const { return full_range_.value_or(false); }  // of the results

private:
    std::optional<bool> full_range_;
};

}  // namespace genmedia::media
