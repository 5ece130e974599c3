// SPDX-License-Identifier: MIT
// Writes pictures as an MP4 video: H.264, or MPEG-4 where FFmpeg was built without x264.
#pragma once

#include "genmedia/status.h"
#include "media/frame_facts.h"
#include "media/rgb_image.h"

#include <memory>
#include <string>

namespace genmedia::media {

// The file appears under its name in finish(), whole; an older one stays as it was until then.
class VideoWriter {
public:
    VideoWriter();
    ~VideoWriter();

    // Sides must be even. `rate` is a hint for players.
    Status open(const std::string& path, int32_t width, int32_t height, TimeBase time_base, FrameRate rate);
    // `pts` in ticks of the time base; the first one becomes 0, and one that is not above the last is moved
    // up.
    Status append(const RgbImage& image, int64_t pts);
    Status finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::media
