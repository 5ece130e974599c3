// SPDX-License-Identifier: MIT
// Files that are no videos, or not whole.
#include "media/video/video_reader.h"

#include "media/video/containers/validate_container.h"

#include "media/test_files.h"

#include <bit>
#include <functional>

namespace genmedia::media {
namespace {

// FFmpeg's flags for pictures that come at uneven times.
constexpr const char* kVaryingTimes =
    "-vf 'settb=1/1000,setpts=N*40+mod(N*N*7\\,30)' -fps_mode passthrough -enc_time_base 1/1000 ";

class DamagedVideoTest : public MediaTest {
protected:
    Status open(const std::string& name, const ReaderOptions& options = {}) {
        return reader_.open(path(name), options);
    }

    // Reads to the end or the first error.
    Status read_all(int64_t& frames) {
        Status status;
        frames = 0;
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

    // Reads a damaged file to its end: it has `frames` frames, and the damage is told in `words`. In strict
    // reading the damage is an error.
    void expect_damage(const std::string& name, int64_t frames, const std::string& words,
                       ReaderOptions options = {}) {
        for (const bool strict : {false, true}) {
            options.strict = strict;
            ASSERT_TRUE(open(name, options).ok());
            int64_t found = 0;
            const Status status = read_all(found);
            EXPECT_EQ(status.code(), strict ? StatusCode::corrupt : StatusCode::ok) << status.message();
            EXPECT_NE(reader_.damage().first.find(words), std::string::npos) << reader_.damage().first;
            if (strict) {
                EXPECT_TRUE(mentions(status, words)) << status.message();
            } else {
                EXPECT_EQ(found, frames);
            }
            EXPECT_LE(found, frames);
        }
    }

    VideoReader reader_;
};

// A size in Matroska, behind an element's id: its value, and its bytes.
std::pair<size_t, size_t> matroska_size(const std::string& file, size_t at) {
    const auto first = static_cast<uint8_t>(file[at]);
    const auto bytes = static_cast<size_t>(std::countl_zero(first)) + 1;
    size_t size = first & (0xFFU >> bytes);
    for (size_t i = 1; i < bytes; i++) size = size << 8 | static_cast<uint8_t>(file[at + i]);
    return {size, bytes};
}

// Where one of Matroska's blocks begins, in which cluster it is.
std::pair<size_t, size_t> matroska_block(const std::string& file, int number) {
    const std::string cluster = "\x1F\x43\xB6\x75";
    size_t in = 0;
    for (size_t at = file.find(cluster); at + 8 < file.size();) {
        const bool begins = file.substr(at, 4) == cluster;
        if (begins) in = at;
        if (file[at] == '\xA3' && number-- == 0) return {at, in};
        const auto [size, bytes] = matroska_size(file, at + (begins ? 4 : 1));
        at += begins ? 4 + bytes : 1 + bytes + size;
    }
    return {file.size(), in};
}

constexpr auto kI420 = RawFormat::Layout::i420;

TEST_F(DamagedVideoTest, MissingFile) {
    const Status status = open("nothing.mp4");
    EXPECT_EQ(status.code(), StatusCode::not_found);
    EXPECT_TRUE(mentions(status, "nothing.mp4': no such file")) << status.message();
}

TEST_F(DamagedVideoTest, Directory) { EXPECT_TRUE(mentions(open(""), "is a directory")); }

TEST_F(DamagedVideoTest, EmptyFile) {
    write("a.mp4", "");
    EXPECT_TRUE(mentions(open("a.mp4"), "is empty"));
    EXPECT_TRUE(mentions(open("a.mp4", {.raw = RawFormat{kI420, 16, 16}}), "is empty"));
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
    write("a.yuv", clip_frames(2, 16, 16, kI420));
    const Status status = open("a.yuv");
    EXPECT_EQ(status.code(), StatusCode::invalid_argument);
    EXPECT_TRUE(mentions(status, "looks like raw video")) << status.message();
}

TEST_F(DamagedVideoTest, RawSizesThatCannotBe) {
    write("a.yuv", clip_frames(2, 16, 16, kI420));
    const std::pair<int32_t, int32_t> sizes[] = {{0, 16}, {16, 0}, {-2, 16}, {16385, 16}, {16, 16385}};
    for (const auto& [width, height] : sizes) {
        const Status status = open("a.yuv", {.raw = RawFormat{kI420, width, height}});
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        EXPECT_TRUE(mentions(status, std::to_string(width) + "x" + std::to_string(height)))
            << status.message();
    }
}

TEST_F(DamagedVideoTest, Y4mThatEndsInsideAFrame) {
    const std::string whole = y4m_clip(4, 32, 32);
    for (const size_t missing : {size_t{1}, size_t{700}, size_t{1536}}) {
        write("a.y4m", whole.substr(0, whole.size() - missing));
        expect_damage("a.y4m", 3, "ends inside a frame");
    }
    write("a.y4m", whole);
    ASSERT_TRUE(open("a.y4m").ok());
    int64_t frames = 0;
    EXPECT_TRUE(read_all(frames).ok());
    EXPECT_EQ(frames, 4);
    EXPECT_EQ(reader_.damage().first, "");
}

TEST_F(DamagedVideoTest, RawThatEndsInsideAFrame) {
    write("a.yuv", clip_frames(2, 16, 16, kI420) + std::string(100, 'x'));
    expect_damage("a.yuv", 2, "frame 2 (0.040 s): the file is not whole: it ends inside a frame",
                  {.raw = RawFormat{kI420, 16, 16}});
    EXPECT_EQ(reader_.frame_count(), 2);
}

TEST_F(DamagedVideoTest, RawShorterThanAFrame) {
    write("a.yuv", std::string(100, 'x'));
    int64_t frames = 0;
    Status status = open("a.yuv", {.raw = RawFormat{kI420, 16, 16}});
    if (status.ok()) status = read_all(frames);
    EXPECT_EQ(frames, 0);
    EXPECT_TRUE(mentions(status, "ends inside a frame")) << status.message();
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

// The container says where it ends: a file that was cut is told from one that is whole, for each container.
TEST_F(DamagedVideoTest, FilesCutShort) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(20, 64, 48));
    const std::pair<const char*, const char*> kinds[] = {
        {"mp4", "-c:v libx264 -g 1 -qp 0 -movflags +faststart"},
        {"mkv", "-c:v libx264 -g 5"},
        {"webm", "-c:v libvpx"},
        {"avi", "-c:v mpeg4"},
        {"flv", "-c:v flv1"},
        {"ts", "-c:v mpeg2video"},
        {"mpg", "-c:v mpeg2video"},
        {"gif", ""},
        {"ivf", "-c:v libvpx"},
        {"ogv", "-c:v libtheora"},
        {"y4m", ""},
        {"live.mkv", "-c:v libx264 -g 5 -live 1"},
        {"apng", ""},
        {"wmv", "-c:v wmv2"},
    };
    for (const auto& [ending, flags] : kinds) {
        SCOPED_TRACE(ending);
        const std::string whole = std::string("whole.") + ending, cut = std::string("cut.") + ending;
        ASSERT_TRUE(ffmpeg(std::string("-i a.y4m ") + flags + " " + whole));
        int64_t frames = 0;
        ASSERT_TRUE(open(whole).ok());
        EXPECT_TRUE(read_all(frames).ok());
        EXPECT_EQ(frames, 20);
        EXPECT_EQ(reader_.damage().first, "");
        const std::string bytes = read(whole);
        for (const size_t part : {50, 75, 97}) {
            write(cut, bytes.substr(0, bytes.size() * part / 100 / 2 * 2 + 1));
            ASSERT_TRUE(open(cut).ok());
            EXPECT_TRUE(read_all(frames).ok());
            EXPECT_NE(reader_.damage().first, "") << part << "%, " << frames << " frames";
        }
    }
}

// Bytes between the container's blocks, which FFmpeg passes over without a word where times vary.
TEST_F(DamagedVideoTest, BytesThatAreNoPartOfTheFile) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(20, 64, 48));
    for (const auto& [name, flags] : {std::pair{"a.flv", "-c:v flv1"},
                                      {"a.mkv", "-c:v libx264"},
                                      {"a.wmv", "-c:v wmv2"},
                                      {"a.nut", "-c:v ffv1"},
                                      {"a.mpg", "-c:v mpeg2video"},
                                      {"a.mov", "-c:v jpeg2000 -movflags frag_every_frame+empty_moov"}}) {
        SCOPED_TRACE(name);
        const std::string times = std::string(name) == "a.mpg" ? "" : kVaryingTimes;
        ASSERT_TRUE(ffmpeg("-i a.y4m " + times + flags + " " + name));
        int64_t frames = 0;
        ASSERT_TRUE(open(name).ok());
        EXPECT_TRUE(read_all(frames).ok());
        EXPECT_EQ(reader_.damage().first, "");
        const std::string whole = read(name);
        for (const size_t at : {whole.size() / 2, whole.size() * 2 / 3}) {
            write(std::string("b") + name, whole.substr(0, at) + std::string(300, 'x') + whole.substr(at));
            ASSERT_TRUE(open(std::string("b") + name).ok());
            EXPECT_TRUE(read_all(frames).ok());
            EXPECT_NE(reader_.damage().first, "") << at;
        }
    }
}

// What FFmpeg passes over, too: parts of a container that say something else than they did.
TEST_F(DamagedVideoTest, HeadsOfBlocksThatAreWrong) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(20, 64, 48));
    struct Kind {
        std::string name, flags;
        std::function<size_t(const std::string&)> place;  // of the first byte that changes
        size_t count;
    };
    const auto behind = [](const std::string& head, size_t bytes) {
        return [=](const std::string& file) { return file.find(head, file.size() / 2) + bytes; };
    };
    const auto in_block = [](size_t bytes) {
        return [=](const std::string& file) { return matroska_block(file, 11).first + bytes; };
    };
    const auto size_of_cluster = [](const std::string& file) {  // its highest bits
        return matroska_block(file, 11).second + 4;
    };
    const Kind kinds[] = {
        {"id.mkv", "-c:v ffv1 -write_crc32 0", in_block(0), 1},
        {"track.mkv", "-c:v ffv1 -write_crc32 0", in_block(3), 1},
        {"sum.mkv", "-c:v ffv1", in_block(5), 1},  // a time, which the cluster's checksum has, too
        {"cluster.mkv", "-c:v ffv1 -write_crc32 0 -cluster_time_limit 400", size_of_cluster, 1},
        {"frames.nut", "-c:v ffv1", behind("", 0), 1500},
        {"point.nut", "-c:v ffv1", behind("NK\xE4\xAD\xEE\xCA\x45\x69", 10), 1},
        {"payload.wmv", "-c:v wmv2 -an", behind(std::string("\x82\0\0", 3), 17), 1},  // its object's number
    };
    for (const auto& [name, flags, place, count] : kinds) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(ffmpeg(std::string("-i a.y4m ") + kVaryingTimes + flags + " " + name));
        std::string bytes = read(name);
        const size_t at = place(bytes);
        ASSERT_LT(at + count, bytes.size());
        const char value = name == "cluster.mkv" ? static_cast<char>(bytes[at] - 1)
                           : count == 1          ? static_cast<char>(bytes[at] ^ 0x15)
                                                 : '\0';
        bytes.replace(at, count, count, value);
        write("b" + name, bytes);
        ASSERT_TRUE(open("b" + name).ok());
        int64_t frames = 0;
        EXPECT_TRUE(read_all(frames).ok());
        EXPECT_NE(reader_.damage().first, "") << frames << " frames";
        // Not only as FFmpeg says something.
        const char* format = name.ends_with("mkv") ? "matroska,webm" : name.ends_with("nut") ? "nut" : "asf";
        EXPECT_NE(validate_container(path("b" + name), format), "");
    }
}

// A group around a block, as files have that say more of one than when it is shown.
TEST_F(DamagedVideoTest, BlockGroups) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(20, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m -c:v ffv1 -write_crc32 0 -live 1 a.mkv"));
    std::string bytes = read("a.mkv");
    const auto [at, cluster] = matroska_block(bytes, 3);
    const auto grow = [&](size_t place) {  // by three bytes, in two
        const size_t size = matroska_size(bytes, place).first + 3;
        ASSERT_EQ(matroska_size(bytes, place).second, 2U);
        bytes[place] = static_cast<char>(0x40 | size >> 8);
        bytes[place + 1] = static_cast<char>(size);
    };
    grow(cluster + 4);
    const std::string size = bytes.substr(at + 1, 2);
    grow(at + 1);
    bytes[at] = '\xA0';
    bytes.insert(at + 3, "\xA1" + size);
    int64_t frames = 0;
    for (const char track : {'\x81', '\x82'}) {
        bytes[at + 6] = track;
        write("b.mkv", bytes);
        ASSERT_TRUE(open("b.mkv").ok());
        EXPECT_TRUE(read_all(frames).ok());
        EXPECT_EQ(reader_.damage().first.empty(), track == '\x81') << reader_.damage().first;
        EXPECT_EQ(validate_container(path("b.mkv"), "matroska,webm").empty(), track == '\x81');
    }
}

// A rate is no promise: what is missing of a whole file's pictures was never there.
TEST_F(DamagedVideoTest, PicturesThatLeaveOutAStatedRate) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(30, 64, 48));
    for (const auto& [name, codec] : {std::pair{"a.mkv", "ffv1"},
                                      {"a.webm", "libvpx"},
                                      {"a.nut", "ffv1"},
                                      {"a.wmv", "wmv2"},
                                      {"a.flv", "flv1"},
                                      {"a.mp4", "libx264"},
                                      {"a.avi", "mpeg4"}}) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(ffmpeg(
            std::string("-i a.y4m -vf 'select=not(between(n\\,11\\,13))' -fps_mode passthrough -c:v ") +
            codec + " " + name));
        ASSERT_TRUE(open(name).ok());
        int64_t frames = 0;
        EXPECT_TRUE(read_all(frames).ok());
        EXPECT_EQ(frames, 27);
        EXPECT_EQ(reader_.damage().first, "");
        EXPECT_EQ(reader_.damage().missing_frames, 0);
    }
}

// Files in which less is shown than is counted.
TEST_F(DamagedVideoTest, WholeFilesLackNothing) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(20, 64, 48));
    const std::string sound = "-i a.y4m -f lavfi -i sine=d=2 ";
    const std::pair<const char*, std::string> kinds[] = {
        {"mp3.avi", sound + "-c:v mpeg4 -c:a libmp3lame"},                  // an empty chunk behind its first
        {"late.avi", "-i a.y4m -c:v ffv1 -output_ts_offset 3"},             // many
        {"vary.avi", std::string("-i a.y4m -c:v mpeg4 ") + kVaryingTimes},  // behind each, and at the end
        {"sound.wmv", sound + "-c:v wmv2 -c:a wmav2"},                      // the sound is longer
        {"vary.wmv", std::string("-i a.y4m -c:v wmv2 ") + kVaryingTimes},
        {"vary.nut", std::string("-i a.y4m -c:v ffv1 ") + kVaryingTimes},
        {"late.nut", "-i a.y4m -c:v ffv1 -output_ts_offset 3"},
        {"edit.mov",
         "-i a.y4m -c:v png -output_ts_offset -0.2 -avoid_negative_ts disabled"},  // six are cut off
        {"live.mkv", "-i a.y4m -c:v libx264 -live 1"},
        {"a.apng", "-i a.y4m"},
        {"sound.flv", sound + "-c:v flv1 -ar 44100 -c:a libmp3lame"},
    };
    for (const auto& [name, flags] : kinds) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(ffmpeg(flags + " " + name));
        ASSERT_TRUE(open(name).ok());
        int64_t frames = 0;
        EXPECT_TRUE(read_all(frames).ok());
        EXPECT_EQ(frames, std::string(name) == "edit.mov" ? 14 : 20);
        EXPECT_EQ(reader_.damage().first, "");
    }
}

TEST_F(DamagedVideoTest, Mp4WithDamageInside) {
    REQUIRE_FFMPEG();
    ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc=s=320x240:d=1 -c:v libx264 -bf 0 -g 50 -crf 10 a.mp4"));
    std::string bytes = read("a.mp4");
    for (size_t i = bytes.size() / 2; i < bytes.size() / 2 + 40; i++)
        bytes[i] = static_cast<char>(bytes[i] * 7 + 13);
    write("b.mp4", bytes);
    expect_damage("b.mp4", 25, "");
    EXPECT_NE(reader_.damage().first, "");
}

// Pictures that are lost inside a video: the step over them is known, and marked on the picture behind them.
TEST_F(DamagedVideoTest, GapInATransportStream) {
    REQUIRE_FFMPEG();
    ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc2=s=320x240:d=4 -c:v mpeg2video -g 10 -bf 0 -b:v 2M a.ts"));
    const std::string bytes = read("a.ts");
    const size_t from = bytes.size() / 3 / 188 * 188, to = bytes.size() / 2 / 188 * 188;
    write("b.ts", bytes.substr(0, from) + bytes.substr(to));
    ASSERT_TRUE(open("b.ts").ok());
    int64_t frames = 0, missing = 0;
    bool end = false;
    for (Picture picture; reader_.next(picture, end).ok() && !end; frames++)
        missing += picture.facts().missing_before;
    EXPECT_GT(missing, 5);
    EXPECT_EQ(frames + missing, 100);
    EXPECT_EQ(reader_.damage().missing_frames, missing);
}

// Damage and frame threads: FFmpeg's own assertions ended the program when errors stopped the decoder.
TEST_F(DamagedVideoTest, DamagedMpeg4IsDecodedOn) {
    REQUIRE_FFMPEG();
    ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc2=s=352x288:d=2 -c:v mpeg4 -b:v 800k a.avi"));
    const std::string bytes = read("a.avi");
    uint32_t state = 1;
    for (int round = 0; round < 20; round++) {
        std::string damaged = bytes;
        for (int i = 0; i < 30; i++) {
            state = state * 1664525 + 1013904223;
            damaged[6000 + state % (damaged.size() - 6000)] = static_cast<char>(state >> 24);
        }
        write("b.avi", damaged);
        for (const bool strict : {false, true}) {
            if (!open("b.avi", {.threads = 4, .strict = strict}).ok()) continue;
            int64_t frames = 0;
            const Status status = read_all(frames);
            EXPECT_TRUE(strict || status.ok()) << status.message();
        }
    }
}

// What players show of a stream that begins inside a group of pictures, and of one cut at an open group.
TEST_F(DamagedVideoTest, StreamsThatBeginAnywhere) {
    REQUIRE_FFMPEG();
    ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc2=s=320x240:d=6 -c:v libx264 -g 50 -x264-params open-gop=1 a.ts"));
    ASSERT_TRUE(ffmpeg("-v fatal -ss 3.3 -i a.ts -c copy b.mp4"));
    const std::string bytes = read("a.ts");
    write("c.ts", bytes.substr(bytes.size() / 5 / 188 * 188));
    for (const char* name : {"b.mp4", "c.ts"}) {
        ASSERT_TRUE(ffmpeg(std::string("-v fatal -i ") + name +
                           " -fps_mode passthrough -f rawvideo -pix_fmt gray all.gray"));
        ASSERT_TRUE(open(name).ok());
        int64_t frames = 0;
        EXPECT_TRUE(read_all(frames).ok());
        EXPECT_EQ(frames, static_cast<int64_t>(read("all.gray").size() / (320 * 240))) << name;
    }
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
