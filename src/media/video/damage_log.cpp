// SPDX-License-Identifier: MIT
#include "media/video/damage_log.h"

#include "media/video/ticks.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace genmedia::media {
namespace {

std::string at(const Place& place, const std::string& what) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "frame %lld (%.3f s): ", static_cast<long long>(place.frame),
                  place.seconds);
    return text.data() + what;
}

}  // namespace

void DamageLog::note(const Place& place, const std::string& what) {
    if (!first_.empty()) return;
    first_ = at(place, what);
    first_frame_ = place.frame;
}

void DamageLog::note_damaged(const Place& place) {
    damaged_++;
    note(place, "parts of the picture could not be decoded");
}

void DamageLog::note_undecodable(const Place& place, const std::string& why) {
    undecodable_++;
    note(place, why);
}

void DamageLog::note_gap(const Place& place, int64_t missing) {
    missing_in_gaps_ = bounded_ticks(missing_in_gaps_ + std::max<int64_t>(missing, 0));
    if (gaps_++ > 0) return;
    first_gap_frame_ = place.frame;
    first_gap_ = at(place, missing > 0 ? std::to_string(missing) + " frames are missing before it"
                                       : "its time is not after that of the frame before it");
}

void DamageLog::note_missing_start(int64_t missing) {
    missing_at_ends_ += missing;
    note({}, "the first " + std::to_string(missing) + " frames could not be decoded");
}

void DamageLog::note_missing_end(const Place& place, int64_t missing) {
    missing_at_ends_ += missing;
    note(place, "the last " + std::to_string(missing) + " frames are missing");
}

// Many gaps and no other damage mean that the rate is variable, though the file calls it constant. Guess:
// many are more than one in twenty frames.
bool DamageLog::gaps_are_damage(int64_t frames) const {
    return gaps_ > 0 && (anything_but_gaps() || gaps_ <= std::max<int64_t>(1, frames / 20));
}

Damage DamageLog::damage(int64_t frames, bool knows_gaps) const {
    Damage all{damaged_, missing_at_ends_ + (knows_gaps ? 0 : undecodable_), first_};
    if (!gaps_are_damage(frames)) return all;
    all.missing_frames += missing_in_gaps_;
    if (first_.empty() || first_gap_frame_ < first_frame_) all.first = first_gap_;
    return all;
}

}  // namespace genmedia::media
