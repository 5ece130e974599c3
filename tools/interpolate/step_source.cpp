// SPDX-License-Identifier: MIT
#include "tools/interpolate/step_source.h"

#include "tools/pipeline/interrupt.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

using namespace genmedia;

namespace {

constexpr int kLongestPause = 600;  // seconds between two pictures of the input
constexpr size_t kMostRepeats = 3;  // of a picture, as in animation on fours
// Gray levels by which a block of kSide x kSide of the same picture may differ on average: what encoders
// lose.
constexpr int kLoss = 1, kSide = 16;

// Whether two pictures of a video show the same, each block of them.
bool show_the_same(const media::YuvImage& a, const media::YuvImage& b) {
    const int width = a.plane_width(0), height = a.plane_height(0);
    for (int top = 0; top < height; top += kSide)
        for (int left = 0; left < width; left += kSide) {
            const int right = std::min(left + kSide, width), bottom = std::min(top + kSide, height);
            int sum = 0;
            for (int y = top; y < bottom; y++) {
                const uint8_t *p = a.planes[0].data() + static_cast<ptrdiff_t>(y) * width,
                              *q = b.planes[0].data() + static_cast<ptrdiff_t>(y) * width;
                for (int x = left; x < right; x++) sum += std::abs(p[x] - q[x]);
            }
            if (sum > kLoss * (right - left) * (bottom - top)) return false;
        }
    return true;
}

}  // namespace

StepSource::StepSource(media::VideoReader& reader, bool even_repeats)
    : reader_(reader), even_repeats_(even_repeats), times_(reader.time_base(), reader.finest_rate()) {}

StepPointer StepSource::next() {
    if (!first_.image) first_ = read();
    if (!first_.image || interrupted()) return nullptr;
    auto step = std::make_shared<Step>();
    step->first = first_.image;
    step->from = step->held_until = first_.ticks;
    const Timed second = take(*step);
    step->second = second.image;
    step->to = second.ticks;
    if (step->second) check_pause(*step);
    first_ = step->second ? second : Timed{};
    if (!step->second) end(*step);
    return step;
}

// What follows a step's first picture. Repeats before it are counted, not taken, where they are few.
StepSource::Timed StepSource::take(Step& step) {
    if (!even_repeats_) return read();
    read_ahead();
    const auto repeats = [](const Timed& picture) { return picture.repeats; };
    const auto other = std::ranges::find_if_not(ahead_, repeats);
    const bool is_other = other != ahead_.end() && other->image;
    if (is_other && !stands_) {
        step.repeats = other - ahead_.begin();
        if (step.repeats > 0) step.held_until = std::prev(other)->ticks;
        ahead_.erase(ahead_.begin(), other);
    }
    stands_ = ahead_.front().repeats;
    Timed next = std::move(ahead_.front());
    ahead_.pop_front();
    return next;
}

// Up to a picture that does not repeat the one before, or one more than may be left out.
void StepSource::read_ahead() {
    const auto is_decided = [&] {
        return !ahead_.empty() && (!ahead_.back().repeats || ahead_.size() > kMostRepeats);
    };
    while (!is_decided()) ahead_.push_back(read());
}

// The next picture that is shown after the one before.
StepSource::Timed StepSource::read() {
    media::Picture picture;
    for (bool end = ended_; !end; skipped_++) {
        failure_ = reader_.next(picture, end);
        ended_ = end || !failure_.ok();
        if (ended_) return {};
        if (first_picture_.empty()) first_picture_ = picture;
        const int64_t coarse = picture.facts().pts - first_picture_.facts().pts;
        if (has_last_ && coarse <= last_) continue;
        has_last_ = true;
        last_ = coarse;
        auto yuv = std::make_shared<media::YuvImage>();
        failure_ = picture.yuv420(*yuv, first_picture_.color_tags());
        ended_ = !failure_.ok();
        if (ended_) return {};
        const bool repeats = even_repeats_ && last_read_ && show_the_same(*last_read_, *yuv);
        last_read_ = yuv;
        return {std::move(yuv), times_.of(coarse), repeats};
    }
    return {};
}

// Ends the input before a pause that would be filled with pictures without end.
void StepSource::check_pause(Step& step) {
    const double seconds = static_cast<double>(step.to - step.held_until) / times_.a_second();
    if (seconds <= kLongestPause) return;
    step.second.reset();
    ahead_.clear();
    ended_ = true;
    failure_ = {StatusCode::corrupt, reader_.name() + ": a picture is " +
                                         std::to_string(std::llround(seconds)) +
                                         " s after the one before; expected at most " +
                                         std::to_string(kLongestPause) + ", which are filled"};
}

// The last picture is shown as long as the file says, but where something is wrong.
void StepSource::end(Step& step) {
    const media::FrameRate rate = reader_.frame_rate();
    const double frame =
        times_.a_second() *
        std::min<double>(kLongestPause, static_cast<double>(rate.denominator) / rate.numerator);
    step.to = std::max(step.from + 1, times_.of(last_ + reader_.last_ticks()));
    const bool is_short = failure_.ok() && reader_.last_ticks() > 0;
    if (is_short && static_cast<double>(step.to - step.from) > kLongestPause * times_.a_second())
        failure_ = {StatusCode::corrupt, reader_.name() + ": its last picture is shown for more than " +
                                             std::to_string(kLongestPause) + " s, which are filled"};
    if (!is_short || !failure_.ok()) step.to = step.from + std::max<int64_t>(1, std::llround(frame));
}
