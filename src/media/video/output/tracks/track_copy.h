// SPDX-License-Identifier: MIT
// A video's other tracks, packet by packet, and what it says of itself, for another video.
#pragma once

#include "genmedia/status.h"
#include "media/video/pictures/frame_facts.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

struct AVFormatContext;
struct AVPacket;
struct AVStream;

namespace genmedia::media {

class TrackCopy {
public:
    TrackCopy();
    ~TrackCopy();

    // Nothing is copied from standard input and other pipes, which cannot be read twice. `silent`: no sound.
    Status open(const std::string& path, bool silent, bool references = false);
    // Whether there is a file to copy from.
    bool can_read() const { return state_ != nullptr; }
    // Ticks of the output before its first picture, which is shown at `seconds` of the input: so many that
    // what begins before it has a time.
    int64_t ticks_before(double seconds, const TimeBase& ticks) const;
    // What the finished output has not, as "subtitles 3 (subrip, eng), chapters"; empty: it has everything.
    const std::string& left_out() const { return left_out_; }

    // VideoFile calls these. `video` is the only stream of `output` so far, which begins at `start` seconds
    // of the input. Refuses sound that its format cannot hold.
    Status add_streams(AVFormatContext& output, AVStream& video, double start);
    // Gives `write` the packets due until `seconds` of the output. Returns FFmpeg's error, or 0.
    int write_until(AVFormatContext& output, double seconds, const std::function<int(AVPacket&)>& write);
    // Compares the finished file with the input.
    void look_what_is_left_out(const std::string& path);
    // The same for what cannot be read again.
    void take_what_was_written(const AVFormatContext& output);

private:
    struct State;
    std::unique_ptr<State> state_;
    std::string left_out_;
};

// What a file has beside one of its video tracks, as in left_out(). `silent`: but for sound.
std::string beside_video(const AVFormatContext& input, int video, bool silent);

}  // namespace genmedia::media
