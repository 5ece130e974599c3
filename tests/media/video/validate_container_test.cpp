// SPDX-License-Identifier: MIT
// Whether a container's own data tell that a file is not as it was made; nothing is decoded.
#include "media/video/containers/validate_container.h"

#include "media/test_files.h"

#include <tuple>

namespace genmedia::media {
namespace {

class ValidateContainerTest : public MediaTest {
protected:
    void make(const std::string& name, const std::string& flags) {
        write("a.y4m", y4m_clip(20, 64, 48));
        ASSERT_TRUE(ffmpeg("-i a.y4m -f lavfi -i sine=d=0.7 " + flags + " " + name));
    }
    std::string fault(const std::string& bytes, const std::string& format) {
        write("b", bytes);
        return validate_container(path("b"), format);
    }
};

constexpr int kPlaces = 20;

// Some bytes fewer or more move all that follows, which by chance makes sense again once in a while.
TEST_F(ValidateContainerTest, BytesThatAreMissingOrTooMany) {
    REQUIRE_FFMPEG();
    for (const auto& [name, format, flags] :
         {std::tuple{"a.mkv", "matroska,webm", "-c:v ffv1 -write_crc32 0 -cluster_time_limit 100"},
          {"live.mkv", "matroska,webm", "-c:v libx264 -write_crc32 0 -live 1"},
          {"a.nut", "nut", "-c:v ffv1"},
          {"a.wmv", "asf", "-c:v wmv2"},
          {"a.mpg", "mpeg", "-c:v mpeg2video"},
          {"a.ts", "mpegts", "-c:v mpeg2video"},
          {"a.ogv", "ogg", "-c:v libtheora"},
          {"a.flv", "flv", "-c:v flv1 -ar 44100"},
          {"a.ivf", "ivf", "-map 0:v -c:v libvpx"},
          {"a.mov", "mov,mp4,m4a,3gp,3g2,mj2", "-c:v mpeg4 -movflags frag_every_frame+empty_moov"}}) {
        SCOPED_TRACE(name);
        make(name, flags);
        const std::string whole = read(name);
        EXPECT_EQ(fault(whole, format), "");
        int fewer = 0, more = 0, cut = 0;
        for (int i = 0; i < kPlaces; i++) {
            const size_t at = whole.size() / 4 + whole.size() * 7 / 10 * static_cast<size_t>(i) / kPlaces;
            fewer += fault(whole.substr(0, at) + whole.substr(at + 7), format).empty() ? 1 : 0;
            more += fault(whole.substr(0, at) + "12345" + whole.substr(at), format).empty() ? 1 : 0;
            cut += fault(whole.substr(0, at), format).empty() ? 1 : 0;
        }
        EXPECT_LE(fewer, kPlaces / 20);
        EXPECT_LE(more, kPlaces / 20);
        EXPECT_LE(cut, kPlaces / 20);
    }
}

// A bit, where checksums are of all.
TEST_F(ValidateContainerTest, Checksums) {
    REQUIRE_FFMPEG();
    for (const auto& [name, format, flags] :
         {std::tuple{"a.mkv", "matroska,webm", "-c:v ffv1"}, {"a.ogv", "ogg", "-c:v libtheora"}}) {
        SCOPED_TRACE(name);
        make(name, flags);
        const std::string whole = read(name);
        for (int i = 0; i < kPlaces; i++) {
            std::string bytes = whole;
            bytes[whole.size() / 4 + whole.size() / 2 * static_cast<size_t>(i) / kPlaces] ^= 4;
            EXPECT_NE(fault(bytes, format), "") << i;
        }
    }
}

// As long as a packet, so that all that follows is where it was to be.
TEST_F(ValidateContainerTest, APacketOfSomethingElse) {
    REQUIRE_FFMPEG();
    make("a.ts", "-c:v mpeg2video");
    std::string bytes = read("a.ts");
    EXPECT_NE(fault(bytes.insert(188 * 20, 188, 'x'), "mpegts"), "");
    make("a.wmv", "-c:v wmv2");
    bytes = read("a.wmv");
    const size_t head = bytes.find(std::string("\x82\0\0", 3), bytes.size() / 2);
    ASSERT_NE(head, std::string::npos);
    bytes[head] = 'x';
    EXPECT_NE(fault(bytes, "asf"), "");
}

// Each with all that follows, and with a sum over it.
TEST_F(ValidateContainerTest, ClustersInClusters) {
    const auto element = [](const std::string& id, const std::string& content) {
        std::string size = "\x01";
        for (int shift = 48; shift >= 0; shift -= 8) size += static_cast<char>(content.size() >> shift);
        return id + size + content;
    };
    const auto file = [&](const std::string& clusters) {
        return element("\x1A\x45\xDF\xA3", "") + element("\x18\x53\x80\x67", clusters);
    };
    const std::string id = "\x1F\x43\xB6\x75", inner = element(id, element("\xE7", "\x01"));
    EXPECT_EQ(fault(file(inner + inner), "matroska,webm"), "");
    // Behind the segment: room for the least that an element takes, and less.
    EXPECT_NE(fault(file(inner) + std::string(5, '\xFF'), "matroska,webm"), "");
    EXPECT_EQ(fault(file(inner) + std::string(4, '\xFF'), "matroska,webm"), "");
    EXPECT_NE(fault(file(element(id, inner)), "matroska,webm"), "");
    EXPECT_NE(fault(file(element(id, inner) + inner), "matroska,webm"), "");
}

// A tag whose size leads behind the end, before others that are whole.
TEST_F(ValidateContainerTest, AnFlvTagThatLeadsBehindTheEnd) {
    REQUIRE_FFMPEG();
    make("a.flv", "-map 0:v -c:v flv1");
    std::string bytes = read("a.flv");
    ASSERT_EQ(fault(bytes, "flv"), "");
    size_t tag = 13;
    for (int i = 0; i < 5; i++) {
        const auto byte = [&](size_t at) {
            return static_cast<size_t>(static_cast<uint8_t>(bytes[tag + at]));
        };
        tag += 11 + (byte(1) << 16 | byte(2) << 8 | byte(3)) + 4;
    }
    bytes[tag + 1] = '\x7D';
    EXPECT_EQ(fault(bytes, "flv"), "it ends too early: its last tag is not whole");
}

TEST_F(ValidateContainerTest, AGifImageBesideTheScreen) {
    REQUIRE_FFMPEG();
    make("a.gif", "-map 0:v");
    const std::string whole = read("a.gif");
    ASSERT_EQ(fault(whole, "gif"), "");
    const size_t image = whole.find(std::string(",\0\0\0\0\x40\0\x30\0", 9));  // all of the screen
    ASSERT_NE(image, std::string::npos);
    for (const size_t field : {1, 3, 5, 7}) {
        std::string bytes = whole;
        bytes[image + field]++;
        EXPECT_EQ(fault(bytes, "gif"), "the image at byte " + std::to_string(image) + " is damaged") << field;
    }
}

// What is no container of that kind, and what no check is for.
TEST_F(ValidateContainerTest, NothingKnown) {
    EXPECT_EQ(fault("no video", "y4m"), "");
    for (const char* format :
         {"matroska,webm", "nut", "asf", "mpeg", "mpegts", "flv", "ivf", "gif", "ogg", "avi", "apng"})
        for (const size_t size : {0, 1, 7, 30, 5000}) fault(std::string(size, '\xFF'), format);  // ends
}

}  // namespace
}  // namespace genmedia::media
