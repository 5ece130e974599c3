// SPDX-License-Identifier: MIT
#include "tools/interpolate/rated_video.h"

#include "tools/pipeline/interrupt.h"

#include <algorithm>
#include <utility>

using namespace genmedia;

namespace {

YuvTarget target_of(media::YuvImage& image) {
    const auto plane = [&](size_t p) {
        return YuvTarget::Plane{image.planes[p].data(), image.plane_width(p)};
    };
    return {plane(0), plane(1), plane(2)};
}

}  // namespace

RatedVideo::RatedVideo(const InterpolateCommand& command, const media::VideoReader& reader,
                       const media::FrameRate& rate, const media::FrameRate& made)
    : command_(command),
      reader_(reader),
      rate_(rate),
      times_(made, InputTimes(reader.time_base(), reader.finest_rate()).a_second()) {}

Status RatedVideo::open_tracks() {
    return command_.input.raw || command_.is_slow() || command_.pictures_alone
               ? Status()
               : tracks_.open(command_.input.path, command_.silent, command_.input.references);
}

std::string RatedVideo::left_out() const {
    return command_.pictures_alone ? "" : left_out_of(tracks_, reader_, command_.silent);
}

Status RatedVideo::append(const Step& step, const media::Picture& first_picture) {
    Status status = opened_ ? Status() : open(*step.first, first_picture);
    counts_.read += 1 + step.repeats;
    counts_.repeats += step.repeats;
    if (status.ok() && step.pair.is_cut()) counts_.cuts++;
    if (status.ok()) status = append_step(&step);
    before_ = std::exchange(step_, status.ok() ? step.shared_from_this() : nullptr);
    return status;
}

Status RatedVideo::append_step(const Step* next) {
    Status status;
    if (!step_) return status;
    for (const int64_t end = times_.count_before(step_->to);
         status.ok() && counts_.written < end && !interrupted();)
        status = append_at(next, step_->second ? place_in(*step_) : 0);
    return status;
}

Status RatedVideo::finish() {
    const Status appended = append_step(nullptr);
    if (counts_.written == 0) return appended;
    const Status finished = video_.finish();
    is_complete_ = appended.ok() && finished.ok();
    return appended.ok() ? finished : appended;
}

Status RatedVideo::open(const media::YuvImage& image, const media::Picture& picture) {
    media::VideoFormat format;
    format.width = (image.width + 1) / 2 * 2;
    format.height = (image.height + 1) / 2 * 2;
    format.time_base = {rate_.denominator, rate_.numerator};
    format.rate = rate_;
    format.colors = picture.color_tags();
    format.pixel_aspect = aspect_for(command_.output, picture);
    format.quality = command_.quality;
    format.pictures_alone = command_.pictures_alone;
    const bool is_nut = command_.to_standard_output() && !command_.pictures_alone;
    format.tracks = &tracks_;
    format.first_seconds = picture.facts().seconds;
    Status status = video_.open(command_.output, format);
    opened_ = status.ok();
    if (opened_) say_what_is_lost(reader_, picture);
    if (opened_ && is_nut && format.colors->range == 2)  // AVCOL_RANGE_JPEG
        say("note: " + reader_.name() + " has full range, which NUT does not say; --y4m does");
    return status;
}

// A scene is over where its last picture was to be followed by the next one's first, also if it repeats.
double RatedVideo::place_in(const Step& step) const {
    const int64_t from = step.pair.is_cut() ? step.held_until : step.from;
    return std::max(0.0, times_.place(counts_.written, from, step.to));
}

Status RatedVideo::append_at(const Step* next, double place) {
    const Step& step = *step_;
    const bool whole = place == 0 || place == 1 || step.pair.is_cut();
    if (whole) return write(place < 0.5 ? *step.first : *step.second);
    media::YuvImage between(step.first->width, step.first->height);
    const auto lasts = [&](const Step& other) {
        return static_cast<double>(other.to - other.from) / static_cast<double>(step.to - step.from);
    };
    PairNeighbors neighbors;
    if (before_ && next && next->second)
        neighbors = {&before_->pair, &next->pair, lasts(*before_), lasts(*next)};
    // What lasts far shorter or longer tells no speed.
    const auto is_comparable = [](double time) {
        return time >= PairNeighbors::kShortest && time <= PairNeighbors::kLongest;
    };
    if (!is_comparable(neighbors.before_lasts) || !is_comparable(neighbors.after_lasts)) neighbors = {};
    Status status = step.pair.render(place, target_of(between), command_.threads, neighbors);
    counts_.made++;
    return status.ok() ? write(between) : status;
}

Status RatedVideo::write(const media::YuvImage& image) { return video_.append(image, counts_.written++); }
