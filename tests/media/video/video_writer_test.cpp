// SPDX-License-Identifier: MIT
#include "media/video/output/video_writer.h"

#include "media/drawing/png_writer.h"
#include "media/test_files.h"
#include "media/video/video_reader.h"

namespace genmedia::media {
namespace {

class VideoWriterTest : public MediaTest {
protected:
    static VideoFormat format(int32_t width, TimeBase time_base, FrameRate rate) {
        VideoFormat format;
        format.width = width;
        format.height = 48;
        format.time_base = time_base;
        format.rate = rate;
        return format;
    }
};

RgbImage flat(int32_t width, int32_t height, uint8_t value) {
    return {width, height, 4 * width, std::vector<uint8_t>(static_cast<size_t>(4 * width * height), value)};
}

// Gray value v is 16 + 219 v / 255 in video's limited range.
int limited_range(int value) { return 16 + (219 * value + 127) / 255; }

TEST_F(VideoWriterTest, WritesAVideoThatReadsBack) {
    VideoWriter writer;
    ASSERT_TRUE(writer.open(path("a.mp4"), format(64, {1001, 30000}, {30000, 1001})).ok());
    for (int i = 0; i < 10; i++)
        ASSERT_TRUE(writer.append(flat(64, 48, static_cast<uint8_t>(20 * i)), i).ok());
    EXPECT_FALSE(std::filesystem::exists(path("a.mp4")));
    ASSERT_TRUE(writer.finish().ok());

    VideoReader reader;
    ASSERT_TRUE(reader.open(path("a.mp4")).ok());
    EXPECT_EQ(reader.frame_count(), 10);
    EXPECT_EQ(reader.frame_rate().numerator, 30000);
    EXPECT_EQ(reader.frame_rate().denominator, 1001);
    for (int i = 0; i < 10; i++) {
        Picture picture;
        bool end = false;
        ASSERT_TRUE(reader.next(picture, end).ok() && !end);
        EXPECT_EQ(picture.width(), 64);
        EXPECT_NEAR(picture.luma().line(20)[20], limited_range(20 * i), 3);
    }
}

// Times of a variable rate: they do not begin at 0, and one comes twice.
TEST_F(VideoWriterTest, KeepsTimes) {
    const int64_t times[] = {900, 990, 1350, 1350, 9000};
    const double seconds[] = {0, 0.09, 0.45, 0.451, 8.1};
    VideoWriter writer;
    ASSERT_TRUE(writer.open(path("a.mp4"), format(64, {1, 1000}, {25, 1})).ok());
    for (const int64_t pts : times) ASSERT_TRUE(writer.append(flat(64, 48, 90), pts).ok());
    ASSERT_TRUE(writer.finish().ok());
    VideoReader reader;
    ASSERT_TRUE(reader.open(path("a.mp4")).ok());
    for (const double expected : seconds) {
        Picture picture;
        bool end = false;
        ASSERT_TRUE(reader.next(picture, end).ok() && !end);
        EXPECT_NEAR(picture.facts().seconds, expected, 1e-4);
    }
}

// Times are 0, 0.09 and 0.45 s, and the last picture is shown for 3 s: FFmpeg's demuxer says so, too.
TEST_F(VideoWriterTest, TheLastPictureLasts) {
    for (const char* name : {"a.mp4", "a.mkv", "a.mov"}) {
        VideoWriter writer;
        ASSERT_TRUE(writer.open(path(name), format(64, {1, 1000}, {25, 1})).ok());
        for (const int64_t pts : {0, 90, 450}) ASSERT_TRUE(writer.append(flat(64, 48, 90), pts).ok());
        ASSERT_TRUE(writer.finish(3000).ok());
        VideoReader reader;
        ASSERT_TRUE(reader.open(path(name)).ok());
        Picture picture;
        for (bool end = false; reader.next(picture, end).ok() && !end;) EXPECT_EQ(reader.last_ticks(), 0);
        EXPECT_NEAR(static_cast<double>(reader.last_ticks()) * reader.time_base().numerator /
                        reader.time_base().denominator,
                    3, 2e-3)
            << name;
    }
}

// What came before the pause is kept, also what the encoder still had.
TEST_F(VideoWriterTest, RefusesAPauseThatMp4CannotHold) {
    for (const std::string name : {"a.mp4", "a.mkv"}) {
        VideoWriter writer;
        ASSERT_TRUE(writer.open(path(name), format(64, {1, 90000}, {25, 1})).ok());
        for (int i = 0; i < 3; i++) ASSERT_TRUE(writer.append(flat(64, 48, 90), 3600 * i).ok());
        const Status status = writer.append(flat(64, 48, 90), int64_t{90000} * 80000);
        EXPECT_EQ(status.message(),
                  name == "a.mkv" ? ""
                                  : "video '" + path(name) +
                                        "': its pictures pause for 80000 s; expected at most 23860 s in "
                                        "mp4, or an output in .mkv");
        ASSERT_TRUE(writer.finish().ok());
        VideoReader reader;
        ASSERT_TRUE(reader.open(path(name)).ok());
        std::vector<double> times;
        Picture picture;
        for (bool end = false; reader.next(picture, end).ok() && !end;)
            times.push_back(picture.facts().seconds - (times.empty() ? 0 : times[0]));
        ASSERT_EQ(times.size(), name == "a.mkv" ? 4 : 3);
        EXPECT_NEAR(times.back(), name == "a.mkv" ? 80000 : 0.08, 1e-3);
    }
}

TEST_F(VideoWriterTest, WritesToWhatALinkOfItsNameLeadsTo) {
    write("precious", "keep me");
    for (const char* name : {"a.mp4", "a.png"})
        std::filesystem::create_symlink(path(std::string("of-") + name), path(name));
    std::filesystem::create_symlink(path("precious"), path("a.mp4.part"));
    VideoWriter writer;
    ASSERT_TRUE(writer.open(path("a.mp4"), format(64, {}, {})).ok());
    ASSERT_TRUE(writer.append(flat(64, 48, 9), 0).ok());
    ASSERT_TRUE(writer.finish().ok());
    ASSERT_TRUE(write_png(path("a.png"), flat(64, 48, 9)).ok());
    EXPECT_EQ(read("precious"), "keep me");
    for (const char* name : {"a.mp4", "a.png"}) {
        EXPECT_TRUE(std::filesystem::is_symlink(path(name)));
        EXPECT_GT(std::filesystem::file_size(path(std::string("of-") + name)), 50);
    }
}

TEST_F(VideoWriterTest, UnfinishedLeavesNothing) {
    {
        VideoWriter writer;
        ASSERT_TRUE(writer.open(path("a.mp4"), format(64, {}, {})).ok());
        ASSERT_TRUE(writer.append(flat(64, 48, 9), 0).ok());
    }
    EXPECT_TRUE(std::filesystem::is_empty(path("")));
}

TEST_F(VideoWriterTest, RefusesOddSidesAndOtherSizes) {
    VideoWriter writer;
    EXPECT_EQ(writer.open(path("a.mp4"), format(63, {}, {})).code(), StatusCode::invalid_argument);
    ASSERT_TRUE(writer.open(path("a.mp4"), format(64, {}, {})).ok());
    EXPECT_EQ(writer.append(flat(64, 32, 9), 0).code(), StatusCode::invalid_argument);
}

TEST_F(VideoWriterTest, NamesAFileThatCannotBeMade) {
    VideoWriter writer;
    const Status status = writer.open(path("missing/a.mp4"), format(64, {}, {}));
    EXPECT_EQ(status.code(), StatusCode::io);
    EXPECT_NE(status.message().find("missing/a.mp4"), std::string::npos);
}

TEST_F(VideoWriterTest, Png) {
    ASSERT_TRUE(write_png(path("a.png"), flat(33, 17, 200)).ok());
    EXPECT_EQ(write_png(path("missing/a.png"), flat(33, 17, 200)).code(), StatusCode::io);
    VideoReader reader;
    Picture picture;
    bool end = false;
    ASSERT_TRUE(reader.open(path("a.png")).ok());
    ASSERT_TRUE(reader.next(picture, end).ok() && !end);
    EXPECT_EQ(picture.width(), 33);
    EXPECT_EQ(picture.height(), 17);
    EXPECT_EQ(picture.luma().line(8)[8], 200);
}

}  // namespace
}  // namespace genmedia::media
