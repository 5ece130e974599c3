// SPDX-License-Identifier: MIT
#include "media/video/timeline.h"

#include <gtest/gtest.h>

#include <limits>

namespace genmedia::media {
namespace {

TEST(Timeline, SteadyTimesHaveNoGaps) {
    Timeline timeline(33.37);  // 29.97 a second in milliseconds, as Matroska rounds them
    for (const int64_t pts : {0, 33, 67, 100, 133, 167, 200}) EXPECT_EQ(timeline.add_picture(pts), 0) << pts;
    EXPECT_EQ(timeline.missing_before_end(234), 0);
}

TEST(Timeline, WhichRatesAreConstant) {
    EXPECT_EQ(constant_frame_ticks(25, 25, 0.001), 40);
    EXPECT_EQ(constant_frame_ticks(25, 50, 0.001), 40);  // interlaced
    EXPECT_NE(constant_frame_ticks(25, 25.2, 0.001), 0);
    for (const auto& [average, finest] : {std::pair(25.0, 26.0),
                                          {25.0, 52.0},
                                          {25.0, 75.0},
                                          {25.0, 12.5},
                                          {0.0, 0.0},
                                          {25.0, 0.0},
                                          {0.0, 25.0},
                                          {-25.0, -25.0}})
        EXPECT_EQ(constant_frame_ticks(average, finest, 0.001), 0) << average << " " << finest;
}

TEST(Timeline, BeginsWithTheFirstOfItsPackets) {
    Timeline timeline(40);
    for (const int64_t packet : {0, 80}) timeline.add_packet(packet);
    EXPECT_EQ(timeline.missing_before_end(400), 0);  // of a video without a picture, nothing is known
    timeline.allow_gap(80);                          // and no gap is before the first
    EXPECT_EQ(timeline.add_picture(80, [] { return true; }), 2);
}

TEST(Timeline, AGapEndsWhereItIsSaid) {
    Timeline timeline(40);
    timeline.add_picture(0);
    timeline.allow_gap(10);
    EXPECT_EQ(timeline.add_picture(80), 1);
}

// A packet that comes late, of a time before the last picture's, is no picture that is missing after it.
TEST(Timeline, PacketsThatComeLate) {
    Timeline timeline(40);
    for (const int64_t packet : {0, 100, 300}) timeline.add_packet(packet);
    timeline.add_picture(0);
    timeline.add_picture(100);
    timeline.add_packet(50);
    EXPECT_EQ(timeline.add_picture(300, [] { return true; }), 0);
}

TEST(Timeline, CountsWhatIsMissing) {
    Timeline timeline(40);
    timeline.add_packet(80);
    timeline.add_packet(0);  // decoded later, shown before
    EXPECT_EQ(timeline.add_picture(80), 2);
    EXPECT_EQ(timeline.add_picture(120), 0);
    EXPECT_EQ(timeline.add_picture(200), 1);
    EXPECT_EQ(timeline.add_picture(219), 0);  // a little early
    EXPECT_EQ(timeline.add_picture(300), 1);
    EXPECT_EQ(timeline.missing_before_end(380), 1);
}

TEST(Timeline, TimeThatDoesNotGoOn) {
    for (const int64_t next : {100, 60, -5000}) {
        Timeline timeline(40);
        EXPECT_EQ(timeline.add_picture(100), 0);
        EXPECT_EQ(timeline.add_picture(next), -1) << next;
        EXPECT_EQ(timeline.add_picture(next + 40), 0);
    }
}

// As GIF has them, whose shortest times FFmpeg takes for longer ones.
TEST(Timeline, AShortStepGoesOn) {
    Timeline timeline(10);
    EXPECT_EQ(timeline.add_picture(0), 0);
    EXPECT_EQ(timeline.add_picture(1), 0);
    EXPECT_EQ(timeline.add_picture(11), 0);
    EXPECT_EQ(timeline.add_picture(11), -1);
}

TEST(Timeline, TimesAtTheEndsOfTheNumbers) {
    constexpr int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
    EXPECT_EQ(constant_frame_ticks(1e-300, 1e-300, 1e-9), 0);
    for (const double frame_ticks : {1e-12, 40.0, 1e18, constant_frame_ticks(1e-10, 1e-10, 1e-9)}) {
        Timeline timeline(frame_ticks);
        for (const int64_t packet : {least, int64_t{0}, most}) timeline.add_packet(packet);
        EXPECT_EQ(timeline.add_picture(least), 0) << frame_ticks;
        EXPECT_GE(timeline.add_picture(most), 0) << frame_ticks;
        EXPECT_EQ(timeline.add_picture(most), -1) << frame_ticks;
        EXPECT_EQ(timeline.missing_before_end(most), 0) << frame_ticks;
        timeline.allow_gap(most);
        EXPECT_EQ(timeline.missing_before_end(least), 0) << frame_ticks;
    }
}

TEST(Timeline, AGapThatIsMeant) {
    Timeline timeline(40);
    timeline.allow_gap(80);
    timeline.add_packet(0);
    EXPECT_EQ(timeline.add_picture(80), 2);  // but not the first
    timeline.allow_gap(500);
    EXPECT_EQ(timeline.add_picture(500), 0);
    EXPECT_EQ(timeline.add_picture(580), 1);
    timeline.allow_gap(200);
    EXPECT_EQ(timeline.add_picture(200), -1);
}

TEST(Timeline, OfAWholeFileNoMoreIsMissingThanItsPacketsHad) {
    for (const bool whole : {false, true}) {
        Timeline timeline(40);
        int asked = 0;
        const auto add = [&](int64_t pts) {
            return timeline.add_picture(pts, [&] {
                asked++;
                return whole;
            });
        };
        for (const int64_t pts : {0, 40, 200, 240, 280, 480}) timeline.add_packet(pts);
        EXPECT_EQ(add(0), 0);
        EXPECT_EQ(add(40), 0);
        EXPECT_EQ(asked, 0);
        EXPECT_EQ(add(200), whole ? 0 : 3);
        EXPECT_EQ(add(480), whole ? 2 : 6);
        EXPECT_EQ(asked, 2);
        EXPECT_EQ(add(100), -1);
    }
}

TEST(Timeline, TimeThatGoesBackToThatOfAPacket) {
    for (const int64_t back : {100, 60, 0, -40}) {
        for (const double frame_ticks : {40.0, 0.0}) {
            Timeline timeline(frame_ticks);
            timeline.add_picture(100);
            for (const int64_t packet : {140, 100, 60, 0, -40}) timeline.add_packet(packet);
            EXPECT_EQ(timeline.add_picture(back), frame_ticks > 0 ? -1 : 0) << back;
        }
    }
}

TEST(Timeline, AVariableRateHasNoGaps) {
    Timeline timeline;
    timeline.add_packet(0);
    for (const int64_t pts : {500, 510, 9000, 9001, 100}) EXPECT_EQ(timeline.add_picture(pts), 0) << pts;
    EXPECT_EQ(timeline.missing_before_end(1000000), 0);
    EXPECT_FALSE(timeline.knows_gaps());
}

}  // namespace
}  // namespace genmedia::media
