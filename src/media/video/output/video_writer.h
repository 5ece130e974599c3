// SPDX-License-Identifier: MIT
// Writes pictures as a video: H.264, or MPEG-4 where FFmpeg was built without x264.
#pragma once

#include "genmedia/status.h"
#include "media/video/output/tracks/track_copy.h"
#include "media/video/pictures/frame_facts.h"
#include "media/video/pictures/rgb_image.h"
#include "media/video/pictures/yuv_image.h"

#include <memory>
#include <optional>
#include <string>

namespace genmedia::media {

struct VideoFormat {
    int32_t width = 0, height = 0;  // even
    TimeBase time_base;
    FrameRate rate;                   // a hint for players
    std::optional<ColorTags> colors;  // of YuvImages; absent for RgbImages
    PixelAspect pixel_aspect;
    int quality = 18;               // constant rate factor, 0 (lossless) to 51
    bool pictures_alone = false;    // to standard output: YUV4MPEG2, in place of NUT
    bool transport_stream = false;  // to standard output, of H.264 that is coded already: in place of bare
    bool level_is_known = false;    // of H.264 that is coded already: parameter sets stay as they are
    TrackCopy* tracks = nullptr;    // must live until finish()
    double first_seconds = 0;       // when the first picture is shown in the input of `tracks`
};

// The pixel aspect that a file of that name can hold of such pictures: `aspect`, or square.
PixelAspect aspect_in_file(const std::string& path, int32_t width, const PixelAspect& aspect);

// The file appears under its name in finish(), whole; an older one stays as it was until then.
class VideoWriter {
public:
    VideoWriter();
    ~VideoWriter();

    // A name in .mkv or .mov becomes a file of that kind, "-" standard output with pictures that are not
    // coded, any other MP4.
    Status open(const std::string& path, const VideoFormat& format);
    // `pts` in ticks of the time base, which YUV4MPEG2 has no place for; the first one becomes 0, or later
    // where tracks begin before it, and one that is not above the last is moved up.
    Status append(const RgbImage& image, int64_t pts);
    // An odd side is made even by repeating the last pixels.
    Status append(const YuvImage& image, int64_t pts);
    // `last_ticks`: how long the last picture is shown; 0: as the rate says.
    Status finish(int64_t last_ticks = 0);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::media
