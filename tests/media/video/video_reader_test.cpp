// SPDX-License-Identifier: MIT
#include "media/video/video_reader.h"

#include "media/test_files.h"

#include <sys/stat.h>

#include <array>
#include <cstdio>
#include <thread>
#include <utility>

namespace genmedia::media {
namespace {

class VideoReaderTest : public MediaTest {
protected:
    // Opens a file and compares all its pictures with the made-up clip.
    void expect_clip(const std::string& name, int64_t frames, int32_t width, int32_t height,
                     const ReaderOptions& options = {}) {
        VideoReader reader;
        const Status opened = reader.open(path(name), options);
        ASSERT_TRUE(opened.ok()) << opened.message();
        EXPECT_EQ(reader.frame_count(), frames);
        bool end = false;
        for (int64_t frame = 0; frame < frames; frame++) {
            Picture picture;
            const Status status = reader.next(picture, end);
            ASSERT_TRUE(status.ok() && !end) << frame << ": " << status.message();
            EXPECT_EQ(picture.facts().number, frame);
            EXPECT_EQ(picture.width(), width);
            EXPECT_EQ(picture.height(), height);
            EXPECT_NEAR(
                picture.facts().seconds,
                static_cast<double>(frame) * reader.frame_rate().denominator / reader.frame_rate().numerator,
                1e-3);
            EXPECT_EQ(luma_bytes(picture), clip_luma_plane(frame, width, height)) << "frame " << frame;
        }
        for (int i = 0; i < 2; i++) {
            Picture picture;
            EXPECT_TRUE(reader.next(picture, end).ok());
            EXPECT_TRUE(end);
        }
        EXPECT_EQ(reader.damage().first, "");
    }

    // Luma of the first picture, of a flat gray video.
    std::string first_luma(const std::string& name) {
        VideoReader reader;
        Picture picture;
        bool end = false;
        const Status opened = reader.open(path(name));
        EXPECT_TRUE(opened.ok()) << opened.message();
        EXPECT_TRUE(reader.next(picture, end).ok());
        return luma_bytes(picture);
    }
};

TEST_F(VideoReaderTest, RawI420) {
    write("a.yuv", clip_frames(4, 38, 30, RawFormat::Layout::i420));
    expect_clip("a.yuv", 4, 38, 30, {.raw = RawFormat{RawFormat::Layout::i420, 38, 30}});
}

TEST_F(VideoReaderTest, RawNv12OfAnyName) {
    write("clip", clip_frames(3, 64, 34, RawFormat::Layout::nv12));
    expect_clip("clip", 3, 64, 34, {.raw = RawFormat{RawFormat::Layout::nv12, 64, 34}});
}

TEST_F(VideoReaderTest, RawOfOddSize) {
    for (const auto layout : {RawFormat::Layout::i420, RawFormat::Layout::nv12}) {
        write("odd.yuv", clip_frames(3, 37, 29, layout));
        expect_clip("odd.yuv", 3, 37, 29, {.raw = RawFormat{layout, 37, 29}});
    }
}

TEST_F(VideoReaderTest, Y4mOfOddSize) {
    write("a.y4m", y4m_clip(5, 37, 29));
    expect_clip("a.y4m", 5, 37, 29);
}

TEST_F(VideoReaderTest, PicturesOutliveTheReader) {
    write("a.y4m", y4m_clip(3, 37, 29));
    std::vector<Picture> pictures(3);
    {
        VideoReader reader;
        ASSERT_TRUE(reader.open(path("a.y4m")).ok());
        bool end = false;
        for (Picture& picture : pictures) ASSERT_TRUE(reader.next(picture, end).ok());
    }
    for (int64_t i = 0; i < 3; i++)
        EXPECT_EQ(luma_bytes(pictures[static_cast<size_t>(i)]), clip_luma_plane(i, 37, 29));
}

TEST_F(VideoReaderTest, LosslessMp4) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(12, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m -c:v libx264 -qp 0 -bf 2 a.mp4"));
    expect_clip("a.mp4", 12, 64, 48);
}

TEST_F(VideoReaderTest, LosslessOfOddSizeWithoutSubsampling) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(4, 37, 29));
    ASSERT_TRUE(ffmpeg("-i a.y4m -pix_fmt yuv444p -c:v ffv1 a.avi"));
    expect_clip("a.avi", 4, 37, 29);
}

// Muxers that write to a pipe cannot go back to their headers. What they leave there is no length.
TEST_F(VideoReaderTest, ALengthThatCouldNotBeWrittenIsNotKnown) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(12, 64, 48));
    for (const std::string kind : {"-c:v mpeg4 -f avi", "-c:v ffv1 -f avi", "-c:v libvpx -f ivf"})
        for (const bool is_pipe : {false, true}) {
            SCOPED_TRACE(kind + (is_pipe ? ", in a pipe" : ""));
            ASSERT_TRUE(ffmpeg("-i a.y4m " + kind + " - | cat >whole"));
            const std::string name = path(is_pipe ? "pipe" : "whole");
            std::thread writer;
            if (is_pipe) {
                ASSERT_EQ(mkfifo(name.c_str(), 0600), 0);
                writer = std::thread([&, bytes = read("whole")] { write("pipe", bytes); });
            }
            VideoReader reader;
            const Status status = reader.open(name);
            int frames = 0;
            Picture picture;
            for (bool end = !status.ok(); reader.next(picture, end).ok() && !end;) frames++;
            if (is_pipe) {
                writer.join();
                std::remove(name.c_str());
            }
            ASSERT_TRUE(status.ok()) << status.message();
            EXPECT_EQ(frames, 12);
            EXPECT_LE(reader.frame_count(), 12);
            EXPECT_EQ(reader.damage().first, "");
            EXPECT_NEAR(static_cast<double>(reader.last_ticks()) * reader.time_base().numerator /
                            reader.time_base().denominator,
                        1 / 30.0, 1e-6);
        }
}

TEST_F(VideoReaderTest, GrayIsTakenAsItIs) {
    const std::string luma = clip_luma_plane(0, 37, 29);
    write("a.y4m", "YUV4MPEG2 W37 H29 F25:1 Cmono\nFRAME\n" + luma);
    EXPECT_EQ(first_luma("a.y4m"), luma);
}

TEST_F(VideoReaderTest, TenBitsAreRounded) {
    std::string samples;
    for (int i = 0; i < 32 * 32 * 3 / 2; i++) samples += std::string("\x90\x01", 2);  // 400 = 4 * 100
    write("a.y4m", "YUV4MPEG2 W32 H32 F25:1 C420p10 XYSCSS=420P10\nFRAME\n" + samples);
    EXPECT_EQ(first_luma("a.y4m"), std::string(32 * 32, '\x64'));
    // 401, 402 and 1023, which has nothing above it.
    for (const auto& [sample, rounded] :
         {std::pair{"\x91\x01", '\x64'}, {"\x92\x01", '\x65'}, {"\xFF\x03", '\xFF'}}) {
        for (size_t i = 0; i < samples.size(); i += 2) samples.replace(i, 2, sample, 2);
        write("a.y4m", "YUV4MPEG2 W32 H32 F25:1 C420p10 XYSCSS=420P10\nFRAME\n" + samples);
        EXPECT_EQ(first_luma("a.y4m"), std::string(32 * 32, rounded));
    }
}

TEST_F(VideoReaderTest, RgbIsConverted) {
    // A binary PPM of gray 128, whose luma has the same scale; and of a colour:
    // 0.299 * 200 + 0.587 * 30 + 0.114 * 40 = 81.97.
    write("a.ppm", "P6\n32 32\n255\n" + std::string(3 * 32 * 32, '\x80'));
    EXPECT_EQ(first_luma("a.ppm"), std::string(32 * 32, '\x80'));
    std::string pixels;
    for (int i = 0; i < 32 * 32; i++) pixels += "\xC8\x1E\x28";
    write("b.ppm", "P6\n32 32\n255\n" + pixels);
    EXPECT_EQ(first_luma("b.ppm"), std::string(32 * 32, 82));
}

// Columns and lines that a stream's header cuts off: what is left is the picture without them, at each side.
TEST_F(VideoReaderTest, CutsOffWhatTheStreamSays) {
    REQUIRE_FFMPEG();
    const std::string whole = clip_luma_plane(0, 64, 48);
    write("a.y4m", y4m_clip(1, 64, 48));
    const struct {
        const char *codec, *filter;
    } kinds[] = {{"-c:v libx264 -qp 0", "h264_metadata"},
                 {"-c:v libx265 -x265-params lossless=1:log-level=none", "hevc_metadata"}};
    for (const auto& kind : kinds) {
        if (!ffmpeg(std::string("-i a.y4m -pix_fmt yuv420p ") + kind.codec + " a.mkv"))
            continue;  // no libx265
        for (const auto& [left, top, right, bottom] : std::vector<std::array<int, 4>>{
                 {6, 0, 2, 0}, {2, 2, 10, 6}, {32, 0, 0, 0}, {0, 4, 0, 4}, {34, 6, 2, 0}}) {
            ASSERT_TRUE(ffmpeg("-i a.mkv -c copy -bsf:v " + std::string(kind.filter) +
                               "=crop_left=" + std::to_string(left) + ":crop_top=" + std::to_string(top) +
                               ":crop_right=" + std::to_string(right) +
                               ":crop_bottom=" + std::to_string(bottom) + " b.mp4"));
            std::string expected;
            for (int y = top; y < 48 - bottom; y++)
                expected +=
                    whole.substr(static_cast<size_t>(64 * y + left), static_cast<size_t>(64 - left - right));
            EXPECT_TRUE(first_luma("b.mp4") == expected) << kind.filter << " " << left << " " << top;
        }
    }
}

// Phones hold the sensor's picture and say how to turn it. The expected pictures are turned by ffmpeg.
TEST_F(VideoReaderTest, TurnsAsTheFileSays) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(3, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m -c:v libx264 -qp 0 a.mp4"));
    for (const char* angle : {"90", "180", "270"}) {
        ASSERT_TRUE(ffmpeg(std::string("-i a.mp4 -c copy -metadata:s:v rotate=") + angle + " turned.mp4"));
        ASSERT_TRUE(ffmpeg("-i turned.mp4 -f rawvideo -pix_fmt gray turned.gray"));
        const bool upright = std::string(angle) == "180";
        VideoReader reader;
        ASSERT_TRUE(reader.open(path("turned.mp4")).ok());
        std::string luma;
        bool end = false;
        for (Picture picture; reader.next(picture, end).ok() && !end;) {
            EXPECT_EQ(picture.width(), upright ? 64 : 48);
            EXPECT_EQ(picture.height(), upright ? 48 : 64);
            luma += luma_bytes(picture);
        }
        // ffmpeg stretches the range when it converts to gray. Equal luma must stay equal, and luma that
        // differs must differ by as much.
        const std::string gray = read("turned.gray");
        ASSERT_EQ(luma.size(), gray.size()) << angle;
        for (size_t i = 0; i < luma.size(); i++)
            ASSERT_NEAR((static_cast<uint8_t>(luma[i]) - 16) * 255 / 219.0, static_cast<uint8_t>(gray[i]), 20)
                << angle << " " << i;
    }
}

// A message of the stream itself, beside its first picture: it holds until there is another.
TEST_F(VideoReaderTest, TurnsAsTheStreamSays) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(6, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m -c:v libx264 -qp 0 -g 3 -bf 0 a.mp4"));
    for (const auto& [message, filter] : {std::pair{"rotate=90", "transpose=2"},
                                          {"rotate=270", "transpose=1"},
                                          {"rotate=180", "hflip,vflip"},
                                          {"flip=horizontal", "hflip"}}) {
        ASSERT_TRUE(ffmpeg(
            std::string(
                "-i a.y4m -c:v libx264 -qp 0 -g 3 -bf 0 -bsf:v h264_metadata=display_orientation=insert:") +
            message + " b.mp4"));
        ASSERT_TRUE(ffmpeg(std::string("-noautorotate -i a.mp4 -vf ") + filter + " -c:v ffv1 c.mkv"));
        VideoReader turned, expected;
        ASSERT_TRUE(turned.open(path("b.mp4")).ok());
        ASSERT_TRUE(expected.open(path("c.mkv")).ok());
        bool end = false;
        int pictures = 0;
        for (Picture a, b; turned.next(a, end).ok() && !end; pictures++) {
            ASSERT_TRUE(expected.next(b, end).ok() && !end);
            ASSERT_TRUE(luma_bytes(a) == luma_bytes(b)) << message << " " << pictures;
        }
        EXPECT_EQ(pictures, 6);
    }
}

TEST_F(VideoReaderTest, TellsInterlacedVideo) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(6, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m -c:v mpeg2video -flags +ildct+ilme -top 1 a.mpg"));
    ASSERT_TRUE(ffmpeg("-i a.y4m -c:v mpeg2video b.mpg"));
    for (const bool interlaced : {true, false}) {
        VideoReader reader;
        Picture picture;
        bool end = false;
        ASSERT_TRUE(reader.open(path(interlaced ? "a.mpg" : "b.mpg")).ok());
        ASSERT_TRUE(reader.next(picture, end).ok() && !end);
        EXPECT_EQ(reader.interlaced(), interlaced);
    }
}

// Whole files that a careless look takes for damaged ones.
TEST_F(VideoReaderTest, WholeVideosAreNotCalledDamaged) {
    REQUIRE_FFMPEG();
    const std::string source = "-f lavfi -i testsrc2=s=160x120:d=2";
    const std::pair<const char*, std::string> clips[] = {
        {"ntsc.mkv", source + ":r=24000/1001 -c:v libx264"},
        {"fast.mkv", source + ":r=120 -c:v libx264"},
        {"variable.mkv",
         source + " -vf \"select='not(mod(n,7))+lt(mod(n,11),5)'\" -fps_mode vfr -c:v libx264"},
        {"variable.ts", "-i variable.mkv -c copy"},
        {"variable.mp4", "-i variable.mkv -c copy"},
        {"film.mpg", source + ":r=24 -vf telecine -c:v mpeg2video -flags +ilme+ildct"},
        {"interlaced.ts", source + ":r=50 -vf interlace -c:v libx264 -flags +ilme+ildct"},
        {"whole.mp4", source + " -c:v libx264 -g 10"},
        {"cut.mp4", "-v fatal -ss 0.7 -i whole.mp4 -c copy"},
        {"cut.mkv", "-v fatal -ss 0.7 -i whole.mp4 -c copy"},
        {"bare.264", "-i whole.mp4 -c copy"},
        {"bare.m2v", source + " -c:v mpeg2video"},
        {"live.mkv", source + " -c:v libx264 -live 1"},
        {"pieces.mp4", source + " -c:v libx264 -movflags frag_keyframe+empty_moov"},
        {"sound.mkv", source + " -f lavfi -i sine=d=5 -c:v libx264 -c:a aac"},
        {"sound.ts", source + " -f lavfi -i sine=d=5 -c:v mpeg2video -c:a mp2"},
        {"old.avi", source + " -c:v mpeg4 -bf 2 -vtag DIVX"},
        {"a.wmv", source + " -c:v wmv2"},
        // No picture is a key picture.
        {"h261.avi", "-f lavfi -i testsrc2=s=176x144:d=1 -c:v h261"},
        // Its end is an error to FFmpeg.
        {"end.roq", "-f lavfi -i testsrc2=s=128x64:r=30:d=0.8 -c:v roqvideo -f roq"},
        // It has no sizes.
        {"sizes.amv",
         "-f lavfi -i testsrc2=s=160x128:r=30:d=1 -f lavfi -i sine=d=1:r=22050 -c:v amv -pix_fmt yuvj420p "
         "-c:a adpcm_ima_amv -ac 1 -block_size 735 -strict -1"},
    };
    for (const auto& [name, arguments] : clips) {
        ASSERT_TRUE(ffmpeg(arguments + " " + name)) << name;
        for (const bool strict : {false, true}) {
            VideoReader reader;
            ASSERT_TRUE(reader.open(path(name), {.strict = strict}).ok()) << name;
            bool end = false;
            int frames = 0;
            Status status;
            for (Picture picture; status.ok() && !end; frames++) status = reader.next(picture, end);
            EXPECT_TRUE(status.ok()) << name << ": " << status.message();
            EXPECT_EQ(reader.damage().first, "") << name;
            EXPECT_GT(frames, 20) << name;
        }
    }
}

// FFmpeg takes times of a hundredth of a second for ten: 0, 0.02, 0.12 s.
TEST_F(VideoReaderTest, ShortTimesOfGif) {
    REQUIRE_FFMPEG();
    ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc2=s=64x48:r=60 -frames:v 3 a.gif"));
    VideoReader reader;
    ASSERT_TRUE(reader.open(path("a.gif"), {.strict = true}).ok());
    bool end = false;
    Status status;
    for (Picture picture; status.ok() && !end;) status = reader.next(picture, end);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(reader.damage().first, "");
}

TEST_F(VideoReaderTest, NumberedPictures) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(5, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m -start_number 7 f%03d.png"));
    const auto pictures = [&](std::string& first_damage) {
        VideoReader reader;
        EXPECT_TRUE(reader.open(path("f%03d.png")).ok());
        int count = 0;
        bool end = false;
        for (Picture picture; reader.next(picture, end).ok() && !end;) count++;
        first_damage = reader.damage().first;
        return count;
    };
    std::string damage;
    EXPECT_EQ(pictures(damage), 5);
    EXPECT_EQ(damage, "");
    std::filesystem::remove(path("f010.png"));
    EXPECT_EQ(pictures(damage), 3);
    EXPECT_NE(damage.find("f010.png' is missing"), std::string::npos) << damage;
    EXPECT_EQ(VideoReader().open(path("g%03d.png")).code(), StatusCode::not_found);
}

TEST_F(VideoReaderTest, RefusesPicturesOfTooManyPixels) {
    REQUIRE_FFMPEG();
    ASSERT_TRUE(ffmpeg("-f lavfi -i color=gray:s=640x480 -frames:v 2 a.y4m"));
    ASSERT_TRUE(ffmpeg("-i a.y4m -frames:v 1 a.png"));
    ASSERT_TRUE(ffmpeg("-i a.y4m a.mp4"));
    for (const char* name : {"a.y4m", "a.png", "a.mp4"}) {
        VideoReader reader;
        Picture picture;
        bool end = false;
        Status status = reader.open(path(name), {.max_pixels = 640 * 480 - 1});
        if (status.ok()) status = reader.next(picture, end);
        EXPECT_FALSE(status.ok()) << name;
        EXPECT_NE(status.message().find("--max-pixels"), std::string::npos) << status.message();
        EXPECT_TRUE(reader.open(path(name), {.max_pixels = 640 * 480}).ok());
    }
    ASSERT_TRUE(ffmpeg("-f lavfi -i color=gray:s=150x100 -frames:v 2 b.mp4"));  // 192x100 as FFmpeg counts
    VideoReader reader;
    Picture picture;
    bool end = false;
    Status status = reader.open(path("b.mp4"), {.max_pixels = 150 * 100});
    if (status.ok()) status = reader.next(picture, end);
    EXPECT_TRUE(status.ok()) << status.message();
}

TEST_F(VideoReaderTest, FrameRateOfTheFile) {
    write("a.y4m", y4m_clip(1, 32, 32));
    VideoReader reader;
    ASSERT_TRUE(reader.open(path("a.y4m")).ok());
    EXPECT_EQ(reader.frame_rate().numerator, 30 * reader.frame_rate().denominator);
}

}  // namespace
}  // namespace genmedia::media
