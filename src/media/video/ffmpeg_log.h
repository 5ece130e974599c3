// SPDX-License-Identifier: MIT
// What FFmpeg's libraries say of themselves. Inside src/media only.
#pragma once

#include <string>

namespace genmedia::media {

// From now on FFmpeg prints nothing, in the whole process; its errors come here instead.
void keep_ffmpeg_quiet();

// The first error that FFmpeg reported since the last call, in its words; empty: none. A hint for people:
// with several readers at work it may be another's.
std::string take_ffmpeg_message();

// While one lives, what FFmpeg says on this thread is dropped: of what is only tried.
class FfmpegTrial {
public:
    FfmpegTrial();
    ~FfmpegTrial();
    FfmpegTrial(const FfmpegTrial&) = delete;
    FfmpegTrial& operator=(const FfmpegTrial&) = delete;
};

}  // namespace genmedia::media
