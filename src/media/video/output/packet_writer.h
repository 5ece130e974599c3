// SPDX-License-Identifier: MIT
// Writes H.264 that is coded already as a video.
#pragma once

#include "genmedia/status.h"
#include "media/video/output/video_writer.h"

#include <memory>
#include <span>
#include <string>

namespace genmedia::media {

// The file appears under its name in finish(), whole; an older one stays as it was until then. Standard
// output gets pictures from a key picture to the next at once, when the level that they need is known.
class PacketWriter {
public:
    PacketWriter();
    ~PacketWriter();

    // A name in .mkv or .mov becomes a file of that kind, in .264 or .h264 and "-", standard output,
    // bare H.264 or what the format asks for, any other MP4. The format's `quality` is ignored. Each of
    // `parameter_sets` follows a start code.
    Status open(const std::string& path, const VideoFormat& format, std::span<const uint8_t> parameter_sets);
    // A picture's NAL units behind start codes, without parameter sets. `pts` as VideoWriter has it.
    // `parameter_sets`: those of the pictures so far, this one among them.
    Status append(std::span<const uint8_t> picture, bool is_key, int64_t pts,
                  std::span<const uint8_t> parameter_sets);
    // `parameter_sets`: those of open() with another level, or the same.
    Status finish(int64_t last_ticks, std::span<const uint8_t> parameter_sets);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::media
