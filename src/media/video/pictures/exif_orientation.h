// SPDX-License-Identifier: MIT
// The orientation that PNG and TIFF pictures carry as EXIF does, which FFmpeg's decoders before 8.0 do not
// tell. Inside src/media only.
#pragma once

#include "media/video/ffmpeg_handles.h"

namespace genmedia::media {

// Adds it to a packet of such a picture as a display matrix, which decoders give to the frame. An APNG has it
// in its header. Returns FFmpeg's error, or 0.
int add_exif_orientation(AVPacket& packet, const AVCodecParameters& coded);

}  // namespace genmedia::media
