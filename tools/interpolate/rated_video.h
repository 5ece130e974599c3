// SPDX-License-Identifier: MIT
// The video that `genmedia interpolate` makes.
#pragma once

#include "media/video/output/tracks/track_copy.h"
#include "media/video/output/video_writer.h"
#include "tools/interpolate/interpolate_command.h"
#include "tools/interpolate/step_source.h"
#include "tools/outcome.h"

#include <string>

struct Counts {
    int64_t read = 0, written = 0, made = 0, cuts = 0, repeats = 0;
    int64_t skipped = 0;  // of the input, whose time is not after that of the frame before
};

class RatedVideo {
public:
    // Pictures at `rate`, of which `made` fall into a second of the input.
    RatedVideo(const InterpolateCommand& command, const genmedia::media::VideoReader& reader,
               const genmedia::media::FrameRate& rate, const genmedia::media::FrameRate& made);

    // Before the first picture is decoded: what FFmpeg says of other tracks is none of the pictures'. Tracks
    // are as long as the input, and so not those of a slow video.
    genmedia::Status open_tracks();
    std::string left_out() const;

    // All pictures from the first to before the second of the step before this one: how it goes on, this one
    // knows.
    genmedia::Status append(const Step& step, const genmedia::media::Picture& first_picture);
    // Those of the last step, too. A video without a picture is no file: players refuse it.
    genmedia::Status finish();
    bool is_complete() const { return is_complete_; }
    void note_skipped(int64_t frames) { counts_.skipped = frames; }
    const Counts& counts() const { return counts_; }

private:
    genmedia::Status open(const genmedia::media::YuvImage& image, const genmedia::media::Picture& picture);
    genmedia::Status append_step(const Step* next);
    double place_in(const Step& step) const;
    genmedia::Status append_at(const Step* next, double place);
    genmedia::Status write(const genmedia::media::YuvImage& image);

    const InterpolateCommand& command_;
    const genmedia::media::VideoReader& reader_;
    genmedia::media::FrameRate rate_;
    OutputTimes times_;
    genmedia::media::TrackCopy tracks_;
    genmedia::media::VideoWriter video_;
    bool opened_ = false, is_complete_ = false;
    std::shared_ptr<const Step> before_, step_;  // the step to append, and the one before it
    Counts counts_;
};
