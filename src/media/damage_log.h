// SPDX-License-Identifier: MIT
// What is found amiss with a video while it is read, and what of that counts as damage.
#pragma once

#include <cstdint>
#include <string>

namespace genmedia::media {

// What of a video is not as it was made.
struct Damage {
    int64_t damaged_frames = 0;  // pictures that the decoder had to complete
    int64_t missing_frames = 0;  // pictures that were not decoded, as far as they can be counted
    std::string first;           // where it begins and what was found there; empty: nowhere
};

// Where a finding was made: after so many pictures, at that time.
struct Place {
    int64_t frame = 0;
    double seconds = 0;
};

class DamageLog {
public:
    void note(const Place& place, const std::string& what);
    void note_damaged(const Place& place);
    void note_undecodable(const Place& place, const std::string& why);  // a packet
    // A step over `missing` pictures, or with -1 one that does not go on.
    void note_gap(const Place& place, int64_t missing);
    void note_missing_start(int64_t missing);
    void note_missing_end(const Place& place, int64_t missing);

    bool anything_but_gaps() const { return !first_.empty(); }

    // After so many pictures. With gaps that can be known, packets that could not be decoded are counted by
    // them.
    Damage damage(int64_t frames, bool knows_gaps) const;

private:
    bool gaps_are_damage(int64_t frames) const;

    std::string first_, first_gap_;
    int64_t first_frame_ = 0, first_gap_frame_ = 0;
    int64_t damaged_ = 0, undecodable_ = 0, gaps_ = 0, missing_in_gaps_ = 0, missing_at_ends_ = 0;
};

}  // namespace genmedia::media
