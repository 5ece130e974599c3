// SPDX-License-Identifier: MIT
// A video's sound, packet by packet, for another video.
#pragma once

#include "genmedia/status.h"

#include <functional>
#include <memory>
#include <string>

struct AVFormatContext;
struct AVPacket;

namespace genmedia::media {

class AudioCopy {
public:
    AudioCopy();
    ~AudioCopy();

    // Nothing is copied from a file without sound, nor from standard input and other pipes, which cannot be
    // read twice.
    Status open(const std::string& path, bool references = false);

    // VideoFile calls these. The new streams follow those of `output`; refuses what its format cannot hold.
    Status add_streams(AVFormatContext& output);
    // Gives `write` the packets due until `seconds` of the output, which begins at `start` seconds of the
    // input. Returns FFmpeg's error, or 0.
    int write_until(AVFormatContext& output, double start, double seconds,
                    const std::function<int(AVPacket&)>& write);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::media
