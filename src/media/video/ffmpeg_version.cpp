// SPDX-License-Identifier: MIT
#include "media/video/ffmpeg_version.h"

extern "C" {
#include <libavcodec/avcodec.h>
}

namespace genmedia::media {

std::string ffmpeg_version() {
    const bool has_x264 = avcodec_find_encoder_by_name("libx264") != nullptr;
    return std::string("FFmpeg ") + av_version_info() +
           (has_x264 ? ", with libx264" : ", without libx264: overlays and interpolated videos are MPEG-4");
}

}  // namespace genmedia::media
