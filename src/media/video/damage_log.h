// SPDX-License-Identifier: MIT
// Collects what is wrong with a video while it is read, and decides what of that counts as damage.
#pragma once

#include <cstdint>
#include <string>

namespace genmedia::media {

// How a video is damaged.
struct Damage {
    int64_t damaged_frames = 0;  // pictures that the decoder had to complete
    int64_t missing_frames = 0;  // pictures that were not decoded, as far as they can be counted
    std::string first;           // where damage begins and what was found there; empty: no damage
};

// Where something was found: after `frame` pictures, at time `seconds`.
struct Place {
    int64_t frame = 0;
    double seconds = 0;
};

class DamageLog {
public:
    void note(const Place& place, const std::string& what);
    void note_damaged(const Place& place);
    void note_undecodable(const Place& place, const std::string& why);  // a packet
    // A step over `missing` pictures; -1: the time does not go on.
    void note_gap(const Place& place, int64_t missing);
    void note_missing_start(int64_t missing);
    void note_missing_end(const Place& place, int64_t missing);

    bool anything_but_gaps() const { return !first_.empty(); }

    // The damage after `frames` pictures. Packets that could not be decoded are counted only if gaps are not
    // known: otherwise the gaps that they leave are counted.
    Damage damage(int64_t frames, bool knows_gaps) const;

private:
    bool gaps_are_damage(int64_t frames) const;

    std::string first_, first_gap_;
    int64_t first_frame_ = 0, first_gap_frame_ = 0;
    int64_t damaged_ = 0, undecodable_ = 0, gaps_ = 0, missing_in_gaps_ = 0, missing_at_ends_ = 0;
};

}  // namespace genmedia::media
