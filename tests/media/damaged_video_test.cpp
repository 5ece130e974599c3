// Files that are no videos, or not whole.
#include "media/video_reader.h"

#include "test_files.h"

namespace genmedia::media {
namespace {

class DamagedVideoTest : public MediaTest {
protected:
    Status open(const std::string& name, const ReaderOptions& options = {}) {
        return reader_.open(path(name), options);
    }

    // Reads to the end or the first error.
    Status read_all(int64_t& frames) {
        Status status;
        for (bool end = false; status.ok() && !end;) {
            Picture picture;
            status = reader_.next(picture, end);
            if (status.ok() && !end) frames++;
        }
        return status;
    }

    static bool mentions(const Status& status, const std::string& words) {
        return status.message().find(words) != std::string::npos &&
               status.message().find('\n') == std::string::npos;
    }

    VideoReader reader_;
};

constexpr auto i420 = RawFormat::Layout::i420;

TEST_F(DamagedVideoTest, MissingFile) {
    const Status status = open("nothing.mp4");
    EXPECT_EQ(status.code(), StatusCode::not_found);
    EXPECT_TRUE(mentions(status, "nothing.mp4': no such file")) << status.message();
}

TEST_F(DamagedVideoTest, Directory) { EXPECT_EQ(open("").code(), StatusCode::invalid_argument); }

TEST_F(DamagedVideoTest, EmptyFile) {
    write("a.mp4", "");
    EXPECT_TRUE(mentions(open("a.mp4"), "is empty"));
    EXPECT_TRUE(mentions(open("a.mp4", {.raw = RawFormat{i420, 16, 16}}), "is empty"));
}

TEST_F(DamagedVideoTest, TextFiles) {
    std::string text;
    for (int i = 0; i < 200; i++) text += "To whom it may concern: this is line " + std::to_string(i) + ".\n";
    for (const char* name : {"a.mp4", "a.txt", "a"}) {
        write(name, text);
        const Status status = open(name);
        EXPECT_EQ(status.code(), StatusCode::corrupt) << name;
        EXPECT_TRUE(mentions(status, "is not a video")) << status.message();
    }
}

TEST_F(DamagedVideoTest, RawWithoutSize) {
    write("a.yuv", clip_frames(2, 16, 16, i420));
    const Status status = open("a.yuv");
    EXPECT_EQ(status.code(), StatusCode::invalid_argument);
    EXPECT_TRUE(mentions(status, "looks like raw video")) << status.message();
}

TEST_F(DamagedVideoTest, RawSizesThatCannotBe) {
    write("a.yuv", clip_frames(2, 16, 16, i420));
    const std::pair<int32_t, int32_t> sizes[] = {{0, 16}, {16, 0}, {-2, 16}, {16385, 16}, {16, 16385}};
    for (const auto& [width, height] : sizes) {
        const Status status = open("a.yuv", {.raw = RawFormat{i420, width, height}});
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        EXPECT_TRUE(mentions(status, std::to_string(width) + "x" + std::to_string(height)))
            << status.message();
    }
}

TEST_F(DamagedVideoTest, Y4mThatEndsInsideAFrame) {
    const std::string whole = y4m_clip(4, 32, 32);
    for (const size_t missing : {size_t{1}, size_t{700}, size_t{1536}}) {
        write("a.y4m", whole.substr(0, whole.size() - missing));
        ASSERT_TRUE(open("a.y4m").ok());
        int64_t frames = 0;
        const Status status = read_all(frames);
        EXPECT_EQ(frames, 3);
        EXPECT_EQ(status.code(), StatusCode::corrupt) << missing;
        EXPECT_TRUE(mentions(status, "ends inside a frame")) << status.message();
    }
    write("a.y4m", whole);
    ASSERT_TRUE(open("a.y4m").ok());
    int64_t frames = 0;
    EXPECT_TRUE(read_all(frames).ok());
    EXPECT_EQ(frames, 4);
}

TEST_F(DamagedVideoTest, RawThatEndsInsideAFrame) {
    write("a.yuv", clip_frames(2, 16, 16, i420) + std::string(100, 'x'));
    ASSERT_TRUE(open("a.yuv", {.raw = RawFormat{i420, 16, 16}}).ok());
    EXPECT_EQ(reader_.frame_count(), 2);
    int64_t frames = 0;
    const Status status = read_all(frames);
    EXPECT_EQ(frames, 2);
    EXPECT_EQ(status.code(), StatusCode::corrupt);
    EXPECT_TRUE(mentions(status, "ends inside frame 2: 868 bytes are no multiple of the 384"))
        << status.message();
    EXPECT_EQ(read_all(frames).code(), StatusCode::corrupt);
}

TEST_F(DamagedVideoTest, RawShorterThanAFrame) {
    write("a.yuv", std::string(100, 'x'));
    int64_t frames = 0;
    Status status = open("a.yuv", {.raw = RawFormat{i420, 16, 16}});
    if (status.ok()) status = read_all(frames);
    EXPECT_EQ(frames, 0);
    EXPECT_TRUE(mentions(status, "ends inside frame 0")) << status.message();
}

TEST_F(DamagedVideoTest, WithoutAnyFrame) {
    write("a.y4m", "YUV4MPEG2 W32 H32 F25:1 C420jpeg\n");
    int64_t frames = 0;
    Status status = open("a.y4m");
    if (status.ok()) status = read_all(frames);
    EXPECT_EQ(status.code(), StatusCode::corrupt);
    EXPECT_TRUE(mentions(status, "without a single frame")) << status.message();
}

TEST_F(DamagedVideoTest, SoundAlone) {
    REQUIRE_FFMPEG();
    ASSERT_TRUE(ffmpeg("-f lavfi -i sine=duration=0.2 a.wav"));
    const Status status = open("a.wav");
    EXPECT_EQ(status.code(), StatusCode::not_found);
    EXPECT_TRUE(mentions(status, "has no video stream")) << status.message();
}

TEST_F(DamagedVideoTest, SizeThatChanges) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(5, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m -c:v mjpeg -f mjpeg a.mjpeg"));
    ASSERT_TRUE(ffmpeg("-i a.y4m -vf scale=80:32 -c:v mjpeg -f mjpeg b.mjpeg"));
    write("c.mjpeg", read("a.mjpeg") + read("b.mjpeg"));
    ASSERT_TRUE(open("c.mjpeg").ok());
    int64_t frames = 0;
    const Status status = read_all(frames);
    EXPECT_EQ(frames, 5);
    EXPECT_EQ(status.code(), StatusCode::unsupported);
    EXPECT_TRUE(mentions(status, "frame 5 is 80x32 but the frames before it are 64x48")) << status.message();
}

TEST_F(DamagedVideoTest, TruncatedMp4) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(20, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m -c:v libx264 -qp 0 -bf 0 -g 1 -movflags +faststart a.mp4"));
    const std::string whole = read("a.mp4");
    write("b.mp4", whole.substr(0, whole.size() * 3 / 4));
    ASSERT_TRUE(open("b.mp4").ok());
    int64_t frames = 0;
    const Status status = read_all(frames);
    EXPECT_EQ(status.code(), StatusCode::corrupt) << status.message();
    EXPECT_GT(frames, 8);
    EXPECT_LT(frames, 20);
}

TEST_F(DamagedVideoTest, Mp4WithDamageInside) {
    REQUIRE_FFMPEG();
    ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc=s=320x240:d=1 -c:v libx264 -bf 0 -g 50 -crf 10 a.mp4"));
    std::string bytes = read("a.mp4");
    for (size_t i = bytes.size() / 2; i < bytes.size() / 2 + 40; i++)
        bytes[i] = static_cast<char>(bytes[i] * 7 + 13);
    write("b.mp4", bytes);
    ASSERT_TRUE(open("b.mp4").ok());
    int64_t frames = 0;
    const Status status = read_all(frames);
    EXPECT_EQ(status.code(), StatusCode::corrupt) << status.message();
    EXPECT_LT(frames, 25);
}

TEST_F(DamagedVideoTest, Mp4CutBeforeItsIndex) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(20, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m -c:v libx264 a.mp4"));
    write("b.mp4", read("a.mp4").substr(0, 2000));
    EXPECT_TRUE(mentions(open("b.mp4"), "is not a video"));
}

TEST_F(DamagedVideoTest, PlaylistsReachNoOtherHost) {
    write("a.m3u8",
          "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n");
    EXPECT_FALSE(open("a.m3u8").ok());
}

TEST_F(DamagedVideoTest, NothingOpened) {
    int64_t frames = 0;
    EXPECT_EQ(read_all(frames).code(), StatusCode::invalid_argument);
}

}  // namespace
}  // namespace genmedia::media
