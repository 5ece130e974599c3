// SPDX-License-Identifier: MIT
// Subtitles of text, as the output's container has them: mov_text in MP4, SubRip in Matroska.
#pragma once

#include "media/video/ffmpeg_handles.h"

#include <memory>
#include <string>

namespace genmedia::media {

class SubtitleConversion {
public:
    // Null: of pictures, or of a kind that FFmpeg cannot read or write. `format`: FFmpeg's name of the
    // output's.
    static std::unique_ptr<SubtitleConversion> open(const AVStream& source, const std::string& format);

    // What the output's track has to say.
    const AVCodecContext& encoder() const { return *encoder_; }
    // Puts the packet's text into the other form. `shown`: false where it has none, which only ends what is
    // shown before. Returns FFmpeg's error, or 0.
    int convert(AVPacket& packet, bool& shown);

private:
    int decode(AVPacket& packet, AVSubtitle& text, bool& shown);

    CodecHandle decoder_, encoder_;
};

}  // namespace genmedia::media
