// SPDX-License-Identifier: MIT
// A video's sound, packet by packet, for another video.
#pragma once

#include "genmedia/status.h"

#include <memory>
#include <string>

struct AVFormatContext;

namespace genmedia::media {

class AudioCopy {
public:
    AudioCopy();
    ~AudioCopy();

    // A file without sound has nothing to copy, and so have standard input and other pipes, which cannot be
    // read twice.
    Status open(const std::string& path);

    // What VideoWriter does. Streams go behind those that `output` has; refuses what its format cannot hold.
    Status add_streams(AVFormatContext& output);
    // Writes what is due until `seconds` of the output, which begins at `start` seconds of the input.
    // FFmpeg's error, or 0.
    int write_until(AVFormatContext& output, double start, double seconds);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::media
