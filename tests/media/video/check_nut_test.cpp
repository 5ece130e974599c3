// SPDX-License-Identifier: MIT
// NUT files put together by hand, a rule of the format a row.
#include "media/test_files.h"
#include "media/video/containers/validate_container.h"

#include <boost/crc.hpp>

namespace genmedia::media::nut {
namespace {

std::string bytes_of(uint32_t value) {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift);
    return text;
}

std::string with_sum(const std::string& bytes) {
    boost::crc_optimal<32, 0x04C11DB7> sum;
    sum.process_bytes(bytes.data(), bytes.size());
    return bytes + bytes_of(static_cast<uint32_t>(sum.checksum()));
}

std::string number(uint64_t value) {
    std::string text(1, static_cast<char>(value & 0x7F));
    while (value >>= 7) text.insert(0, 1, static_cast<char>(0x80 | (value & 0x7F)));
    return text;
}

std::string numbers(const std::vector<uint64_t>& values) {
    std::string text;
    for (const uint64_t value : values) text += number(value);
    return text;
}

const std::string kFile("nut/multimedia container\0", 25);
const std::string kMain = "NM\x7A\x56\x1F\x5F\x04\xAD", kPoint = "NK\xE4\xAD\xEE\xCA\x45\x69";

std::string packet(const std::string& start, const std::string& content) {
    const std::string head = start + number(content.size() + 4);
    return (content.size() + 4 > 4096 ? with_sum(head) : head) + with_sum(content);
}

enum Flag : uint64_t {
    kTime = 8,
    kStream = 16,
    kSize = 32,
    kSum = 64,
    kReserved = 128,
    kHeaderIndex = 1024,
    kMatch = 2048,
    kCoded = 4096,
    kInvalid = 8192
};

// The first codes of frames are as an entry of the table has them: flags, how many fields follow, and these:
// time, multiplier, stream, size, reserved, count, match, header. The others are invalid.
const std::string kRest = numbers({kInvalid, 6, 0, 1, 0, 0, 0, 255});
std::string entry(uint64_t flags, uint64_t multiplier = 1, uint64_t size = 0, uint64_t count = 1,
                  uint64_t header = 0) {
    return numbers({flags, 8, 0, multiplier, 0, size, 0, count, 0, header});
}

const std::string kBegin = numbers({3, 1, 65536, 1, 1, 25});  // version, a stream, distance, a time base
std::string main_packet(const std::string& codes, const std::string& headers = number(0)) {
    return packet(kMain, kBegin + codes + kRest + headers);
}

const std::string kSynchronised = packet(kPoint, numbers({0, 0}));
std::string file(const std::string& main, const std::string& frames) {
    return kFile + main + kSynchronised + frames + kSynchronised;
}
std::string frame(const std::vector<uint64_t>& fields, const std::string& data = "abcde", char code = 0) {
    return code + numbers(fields) + data;
}

class NutTest : public MediaTest {
protected:
    void make() {
        write("a.y4m", y4m_clip(20, 64, 48));
        ASSERT_TRUE(ffmpeg("-i a.y4m -f lavfi -i sine=d=0.7 -c:v ffv1 -g 5 a.nut"));
    }
    std::string fault(const std::string& bytes) {
        write("b", bytes);
        return validate_container(path("b"), "nut");
    }
};

TEST_F(NutTest, WholeFiles) {
    const std::string sized = entry(kSize), header = numbers({1, 3}) + "hhh";  // one, of three bytes
    const std::string summed = with_sum(std::string(1, '\0') + number(5)) + "abcde";
    const std::vector<std::pair<const char*, std::string>> files{
        {"sizes", file(main_packet(sized), frame({5}) + frame({0}, "") + frame({5}))},
        {"a size of three bytes", file(main_packet(sized), frame({20000}, std::string(20000, 'x')))},
        {"streams", file(main_packet(entry(kSize | kStream)), frame({0, 5}))},
        {"times", file(main_packet(entry(kSize | kTime)), frame({77, 5}))},
        {"matches", file(main_packet(entry(kSize | kMatch)), frame({5, 77}))},
        {"reserved", file(main_packet(entry(kSize | kReserved)), frame({5, 2, 77, 77}))},
        {"flags in frames", file(main_packet(entry(kCoded)), frame({kSize, 5}))},
        {"sums", file(main_packet(entry(kSize | kSum)), summed + summed)},
        {"a multiplier", file(main_packet(entry(kSize, 2, 1)), frame({2}))},
        {"a size of the code", file(main_packet(entry(0, 1, 5)), frame({}))},
        {"sizes of three codes", file(main_packet(entry(0, 1, 4, 3)), frame({}, "abcdef", 2))},
        {"codes up to the multiplier",
         file(main_packet(numbers({0, 5, 0, 5, 0, 2, 0})), frame({}, "abcd", 2))},
        {"more fields than are known",
         file(main_packet(numbers({kSize, 10, 0, 1, 0, 0, 0, 1, 0, 0, 7, 7})), frame({5}))},
        {"no code N", file(main_packet(entry(0, 1, 1, 100)), frame({}, std::string(79, 'x'), 'N' + 1))},
        {"a header", file(main_packet(entry(kSize | kHeaderIndex), header), frame({5, 1}, "ab"))},
        {"a header of the code", file(main_packet(entry(kSize, 1, 0, 1, 1), header), frame({5}, "ab"))},
        {"a header that long frames have not",
         file(main_packet(entry(kSize | kHeaderIndex), header), frame({5000, 1}, std::string(5000, 'x')))},
        {"a header that is none", file(main_packet(entry(kSize | kHeaderIndex), header), frame({5, 9}))},
        {"a minor version",
         file(packet(kMain, numbers({4, 0, 1, 65536, 1, 1, 25}) + sized + kRest + number(0)), frame({5}))},
        {"a long packet", file(main_packet(sized) + packet("NXlonger", std::string(5000, 'x')), frame({5}))},
    };
    for (const auto& [name, bytes] : files) EXPECT_EQ(fault(bytes), "") << name;
    // Without a list of headers, the sum that follows is none.
    for (uint64_t distance = 1; distance < 30; distance++) {
        const std::string content = numbers({3, 1, distance, 1, 1, 25}) + entry(kSize | kHeaderIndex) + kRest;
        EXPECT_EQ(fault(file(packet(kMain, content), frame({5, 1}))), "") << distance;
    }
}

TEST_F(NutTest, WhatIsWrong) {
    const std::string good = main_packet(entry(kSize)), header = numbers({1, 3}) + "hhh";
    std::string broken_head = packet("NXlonger", std::string(5000, 'x')), broken_sum = broken_head;
    broken_head[12] ^= 1;
    broken_sum[2000] ^= 1;
    const std::string whole = file(good, frame({5})), summed = with_sum(std::string(1, '\0') + number(5));
    const std::string with_header = main_packet(entry(kSize | kHeaderIndex), header);
    const size_t behind_point = kFile.size() + with_header.size() + kSynchronised.size();
    const std::string at_the_frame = "what stands at byte " + std::to_string(behind_point) + " is no part";
    struct Row {
        std::string bytes, words;
    };
    for (const auto& [bytes, words] :
         {Row{file(good + broken_head, frame({5})), "the packet at byte"},
          Row{file(good + broken_sum, frame({5})), "the packet at byte"},
          Row{whole.substr(0, whole.size() - 3), "the last packet reaches"},
          Row{kFile + good + kSynchronised + frame({5}, "abc"), "the last frame reaches"},
          Row{kFile + good + kSynchronised + "NXlonger" + number(UINT64_MAX - 3), "is no part"},
          Row{kFile + good + kSynchronised + "NXlonger" + number(1 << 20), "is no part"},
          Row{file(good, frame({UINT64_MAX - 3})), "is no part"},
          Row{file(good, frame({1 << 20})), "is no part"},
          Row{file(good, frame({5}, "abcde", 1)), "is no part"},
          Row{file(good, frame({20})), "is no part"},  // over the next point
          Row{file(main_packet(entry(kSize | kStream)), frame({1, 5})), "is no part"},
          Row{file(with_header, frame({2, 1})), at_the_frame},
          Row{file(main_packet(entry(kSize | kSum)), '\0' + number(5) + "1234abcde"), "the frame at byte"},
          Row{kFile + good + frame({5}) + kSynchronised, "is no part"}}) {
        EXPECT_NE(fault(bytes).find(words), std::string::npos) << words << ": " << fault(bytes);
    }
    EXPECT_EQ(fault(file(main_packet(entry(kSize | kSum)), summed + "abcde")), "");
}

// Numbers that promise more than there is.
TEST_F(NutTest, LoopsEnd) {
    const uint64_t many = uint64_t{1} << 44;
    for (const std::string& content :
         {numbers({3, 1, 1, many}), kBegin + numbers({kSize, many}), kBegin + numbers({kSize, 4, 0, 0, 0, 0}),
          kBegin + entry(kSize) + kRest + number(many),
          // Each of these headers would lead back to its own size.
          kBegin + entry(kSize) + kRest + number(many) + "\x81" + std::string(8, '\xFF') + "\x76"})
        EXPECT_EQ(fault(kFile + packet(kMain, content)), "");
    EXPECT_NE(fault(file(main_packet(entry(kSize | kReserved)), frame({5, many}))), "");
}

// NUT has them of its packets: the length of a point, then its content and the sum.
TEST_F(NutTest, ChecksumsOfNut) {
    REQUIRE_FFMPEG();
    make();
    const std::string whole = read("a.nut"), point = "NK\xE4\xAD\xEE\xCA\x45\x69";
    int points = 0;
    for (size_t at = whole.find(point); at != std::string::npos; at = whole.find(point, at + 1), points++)
        for (size_t byte = 8; byte < 9 + static_cast<size_t>(whole[at + 8]); byte++) {
            std::string bytes = whole;
            bytes[at + byte] ^= 4;
            EXPECT_NE(fault(bytes), "") << at << " " << byte;
        }
    EXPECT_GT(points, 1);
}

}  // namespace
}  // namespace genmedia::media::nut
