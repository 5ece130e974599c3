// SPDX-License-Identifier: MIT
// The pictures of a video, each with the next one.
#pragma once

#include "genmedia/interpolate.h"
#include "media/video/pictures/yuv_image.h"
#include "media/video/video_reader.h"
#include "tools/interpolate/output_times.h"

#include <cstdint>
#include <deque>
#include <memory>

// Two pictures of the input, or its last one, and what lies between them. Who is shown a step may keep it.
struct Step : std::enable_shared_from_this<Step> {
    std::shared_ptr<const genmedia::media::YuvImage> first, second;  // second: empty behind the last
    int64_t from = 0, to = 0;  // fine ticks after the first picture of all
    int64_t held_until = 0;    // when the first is shown for the last time
    int64_t repeats = 0;       // how often it was shown again before
    genmedia::PicturePair pair;
    genmedia::Status status;
};
using StepPointer = std::shared_ptr<Step>;

// As Pipeline wants it.
class StepSource {
public:
    // With `even_repeats` a picture that shows what the one before does, up to three times, is left out, so
    // that motion goes on in its time. What stands longer stands.
    StepSource(genmedia::media::VideoReader& reader, bool even_repeats);

    // Null behind the last picture. If the reader failed, that is the one before.
    StepPointer next();

    const genmedia::media::Picture& first_picture() const { return first_picture_; }
    int64_t skipped() const { return skipped_; }  // whose time is not after that of the one before
    const genmedia::Status& failure() const { return failure_; }
    void fail(const genmedia::Status& status) { failure_ = status; }

private:
    struct Timed {
        std::shared_ptr<const genmedia::media::YuvImage> image;  // empty: the end
        int64_t ticks = 0;
        bool repeats = false;  // the one before
    };

    Timed read();
    void read_ahead();
    Timed take(Step& step);
    void check_pause(Step& step);
    void end(Step& step);

    genmedia::media::VideoReader& reader_;
    const bool even_repeats_;
    InputTimes times_;
    genmedia::media::Picture first_picture_;
    Timed first_;
    std::deque<Timed> ahead_;
    std::shared_ptr<const genmedia::media::YuvImage> last_read_;
    int64_t last_ = 0, skipped_ = 0;
    bool has_last_ = false, ended_ = false, stands_ = false;
    genmedia::Status failure_;
};
