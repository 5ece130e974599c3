// Writes pictures as an MP4 video: H.264, or MPEG-4 where FFmpeg was built without x264.
#pragma once

#include "genmedia/status.h"
#include "media/rgb_image.h"
#include "media/video_reader.h"

#include <memory>
#include <string>

namespace genmedia::media {

// The file appears under its name in finish(), whole; an older one stays as it was until then.
class VideoWriter {
public:
    VideoWriter();
    ~VideoWriter();

    // Sides must be even.
    Status open(const std::string& path, int32_t width, int32_t height, FrameRate rate);
    Status append(const RgbImage& image);
    Status finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::media
