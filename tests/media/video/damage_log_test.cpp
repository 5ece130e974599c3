// SPDX-License-Identifier: MIT
#include "media/video/damage_log.h"

#include <gtest/gtest.h>

namespace genmedia::media {
namespace {

constexpr int64_t kFrames = 100;

TEST(DamageLog, NothingIsNoDamage) {
    const Damage damage = DamageLog().damage(kFrames, true);
    EXPECT_EQ(damage.first, "");
    EXPECT_EQ(damage.damaged_frames + damage.missing_frames, 0);
}

TEST(DamageLog, TheFirstPlaceIsTold) {
    DamageLog log;
    log.note_damaged({12, 0.48});
    log.note({20, 0.8}, "later");
    const Damage damage = log.damage(kFrames, true);
    EXPECT_EQ(damage.first, "frame 12 (0.480 s): parts of the picture could not be decoded");
    EXPECT_EQ(damage.damaged_frames, 1);
}

TEST(DamageLog, FewGapsAreDamage) {
    DamageLog log;
    for (const int64_t frame : {10, 30, 50, 70, 90})
        log.note_gap({frame, 0.04 * static_cast<double>(frame)}, 2);
    EXPECT_EQ(log.damage(kFrames, true).first, "frame 10 (0.400 s): 2 frames are missing before it");
    EXPECT_EQ(log.damage(kFrames, true).missing_frames, 10);
    EXPECT_FALSE(log.anything_but_gaps());
}

// One gap more than one in twenty: the rate is taken for a variable one.
TEST(DamageLog, ManyGapsAloneAreAVariableRate) {
    DamageLog log;
    for (const int64_t frame : {10, 30, 50, 70, 90, 95}) log.note_gap({frame, 0}, 2);
    EXPECT_EQ(log.damage(kFrames, true).first, "");
    EXPECT_EQ(log.damage(kFrames, true).missing_frames, 0);
    log.note({60, 2.4}, "an element of 3 bytes");
    EXPECT_EQ(log.damage(kFrames, true).first, "frame 10 (0.000 s): 2 frames are missing before it");
    EXPECT_EQ(log.damage(kFrames, true).missing_frames, 12);
}

TEST(DamageLog, OneGapOfAShortVideoIsDamage) {
    DamageLog log;
    log.note_gap({5, 0.2}, 1);
    EXPECT_EQ(log.damage(8, true).missing_frames, 1);
}

TEST(DamageLog, AMissingStartIsDamage) {
    DamageLog log;
    for (const int64_t frame : {2, 4, 6}) log.note_gap({frame, 0}, 2);
    EXPECT_EQ(log.damage(8, true).first, "");
    log.note_missing_start(7);
    EXPECT_EQ(log.damage(8, true).first, "frame 0 (0.000 s): the first 7 frames could not be decoded");
    EXPECT_EQ(log.damage(8, true).missing_frames, 13);
}

TEST(DamageLog, PacketsCountWhereGapsAreNotKnown) {
    DamageLog log;
    log.note_undecodable({3, 0.12}, "invalid data");
    log.note_undecodable({4, 0.16}, "invalid data");
    EXPECT_EQ(log.damage(kFrames, false).missing_frames, 2);
    EXPECT_EQ(log.damage(kFrames, true).missing_frames, 0);
    log.note_missing_end({kFrames, 4}, 5);
    EXPECT_EQ(log.damage(kFrames, true).missing_frames, 5);
    EXPECT_EQ(log.damage(kFrames, true).first, "frame 3 (0.120 s): invalid data");
}

}  // namespace
}  // namespace genmedia::media
