// SPDX-License-Identifier: MIT
// Which FFmpeg decodes and encodes.
#pragma once

#include <string>

namespace genmedia::media {

// As "FFmpeg 5.1.6, with libx264".
std::string ffmpeg_version();

}  // namespace genmedia::media
