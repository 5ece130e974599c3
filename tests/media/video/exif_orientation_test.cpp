// SPDX-License-Identifier: MIT
// EXIF's orientation of a picture, in every kind of file that has one.
#include "media/video/pictures/exif_orientation.h"
#include "media/video/video_reader.h"

#include "media/test_files.h"

#include <algorithm>
#include <memory>
#include <tuple>

namespace genmedia::media {
namespace {

// Of 16 and 32 bits.
std::string big_endian(uint32_t value, int bytes) {
    std::string text;
    while (bytes-- > 0) text += static_cast<char>(value >> 8 * bytes);
    return text;
}
std::string little_endian(uint32_t value, int bytes) {
    std::string text = big_endian(value, bytes);
    std::reverse(text.begin(), text.end());
    return text;
}

// EXIF's entry of the orientation, and a directory of nothing else.
std::string exif_entry(int number) {
    return big_endian(274, 2) + big_endian(3, 2) + big_endian(1, 4) +
           big_endian(static_cast<uint32_t>(number), 2) + big_endian(0, 2);
}
std::string exif_of(int number) {
    return "MM" + big_endian(42, 2) + big_endian(8, 4) + big_endian(1, 2) + exif_entry(number) +
           big_endian(0, 4);
}
std::string exif_jpeg(const std::string& jpeg, int number) {
    const std::string exif = std::string("Exif\0\0", 6) + exif_of(number);
    return jpeg.substr(0, 2) + "\xFF\xE1" + big_endian(static_cast<uint32_t>(exif.size() + 2), 2) + exif +
           jpeg.substr(2);
}
// A chunk behind the header, whose checksum FFmpeg does not look at.
std::string exif_png(const std::string& png, int number) {
    constexpr size_t header_end = 8 + 25;
    const std::string exif = exif_of(number);
    return png.substr(0, header_end) + big_endian(static_cast<uint32_t>(exif.size()), 4) + "eXIf" + exif +
           big_endian(0, 4) + png.substr(header_end);
}
// FFmpeg's TIFF is little endian: its directory, once more at the end, with another entry in its place in
// order.
std::string exif_tiff(const std::string& whole, int number) {
    std::string tiff = whole;
    const auto at = [&](size_t place, int bytes) {
        uint32_t value = 0;
        for (int i = bytes; i-- > 0;)
            value = value << 8 | static_cast<uint8_t>(tiff[place + static_cast<size_t>(i)]);
        return value;
    };
    const size_t directory = at(4, 4), entries = at(directory, 2);
    std::string copy = little_endian(static_cast<uint32_t>(entries + 1), 2);
    bool is_in = false;
    for (size_t i = 0; i <= entries; i++) {
        const size_t place = directory + 2 + 12 * i;
        if (!is_in && (i == entries || at(place, 2) > 274)) {
            is_in = true;
            copy += little_endian(274, 2) + little_endian(3, 2) + little_endian(1, 4) +
                    little_endian(static_cast<uint32_t>(number), 4);
        }
        if (i < entries) copy += tiff.substr(place, 12);
    }
    const auto end = static_cast<uint32_t>(tiff.size());
    return tiff.replace(4, 4, little_endian(end, 4)) + copy + little_endian(0, 4);
}

// Its table of where row 0 and column 0 are.
std::string turned(const std::string& flat, int width, int height, int number) {
    std::string turned;
    const bool swapped = number >= 5;
    for (int y = 0; y < (swapped ? width : height); y++)
        for (int x = 0; x < (swapped ? height : width); x++) {
            const int across = swapped ? y : x, down = swapped ? x : y;
            const bool from_right = number == 2 || number == 3 || number == 7 || number == 8;
            const bool from_below = number == 3 || number == 4 || number == 6 || number == 7;
            turned += flat[static_cast<size_t>((from_below ? height - 1 - down : down) * width +
                                               (from_right ? width - 1 - across : across))];
        }
    return turned;
}

class ExifOrientationTest : public MediaTest {
protected:
    std::string all_luma(const std::string& name) {
        VideoReader reader;
        const Status status = reader.open(path(name));
        EXPECT_TRUE(status.ok()) << status.message();
        std::string luma;
        bool end = false;
        for (Picture picture; reader.next(picture, end).ok() && !end;) luma += luma_bytes(picture);
        EXPECT_EQ(reader.damage().first, "");
        return luma;
    }
};

TEST_F(ExifOrientationTest, TurnsThePicture) {
    REQUIRE_FFMPEG();
    constexpr int width = 64, height = 48;
    using Marked = std::string (*)(const std::string&, int);
    write("a.y4m", y4m_clip(3, width, height));
    for (const auto& [kind, flags, marked] :
         {std::tuple{"jpg", "-frames:v 1 -pix_fmt yuvj420p -q:v 2", Marked(exif_jpeg)},
          {"png", "-frames:v 1", Marked(exif_png)},
          {"apng", "", Marked(exif_png)},  // of one frame, it would be a PNG
          {"tiff", "-frames:v 1 -compression_algo raw", Marked(exif_tiff)}}) {
        const std::string name = std::string("a.") + kind, marked_name = std::string("b.") + kind;
        ASSERT_TRUE(ffmpeg(std::string("-i a.y4m ") + flags + " " + name));
        const std::string flat = all_luma(name), whole = read(name);
        ASSERT_EQ(flat.size(), width * height * (std::string(kind) == "apng" ? 3U : 1U));
        for (int number = 0; number <= 9; number++) {
            write(marked_name, marked(whole, number));
            std::string expected;
            for (size_t at = 0; at < flat.size(); at += width * height)
                expected += turned(flat.substr(at, width * height), width, height, number % 9);
            EXPECT_TRUE(all_luma(marked_name) == expected) << kind << " " << number;
        }
    }
}

// Each says it for itself, also where threads decode them.
TEST_F(ExifOrientationTest, EachPictureOfASequence) {
    REQUIRE_FFMPEG();
    constexpr int width = 64, height = 48;
    write("a.y4m", y4m_clip(8, width, height));
    ASSERT_TRUE(ffmpeg("-i a.y4m p%d.png"));
    std::string expected;
    constexpr int numbers[] = {1, 2, 3, 4, 2, 0, 3, 1};  // of one size
    for (size_t i = 0; i < 8; i++) {
        const std::string name = "p" + std::to_string(i + 1) + ".png";
        expected += turned(all_luma(name), width, height, numbers[i]);
        write(name, numbers[i] == 0 ? read(name) : exif_png(read(name), numbers[i]));
    }
    const std::string luma = all_luma("p%d.png");
    ASSERT_EQ(luma.size(), expected.size());
    for (size_t i = 0; i < 8; i++)
        EXPECT_TRUE(luma.substr(i * width * height, width * height) ==
                    expected.substr(i * width * height, width * height))
            << i;
}

// What is said of a packet, and behind its end there is more.
int32_t matrix_of(AVCodecID codec, const std::string& bytes, size_t length, int32_t before = 0) {
    const std::unique_ptr<AVPacket, void (*)(AVPacket*)> packet(av_packet_alloc(),
                                                                [](AVPacket* p) { av_packet_free(&p); });
    const std::unique_ptr<AVCodecParameters, void (*)(AVCodecParameters*)> coded(
        avcodec_parameters_alloc(), [](AVCodecParameters* c) { avcodec_parameters_free(&c); });
    std::string data = bytes;
    auto* const first = reinterpret_cast<uint8_t*>(data.data());
    const bool apart = codec == AV_CODEC_ID_APNG;
    coded->codec_id = codec;
    coded->extradata = apart ? first : nullptr;
    coded->extradata_size = apart ? static_cast<int>(length) : 0;
    packet->data = apart ? nullptr : first;
    packet->size = apart ? 0 : static_cast<int>(length);
    if (before != 0)  // the decoder's own
        reinterpret_cast<int32_t*>(av_packet_new_side_data(packet.get(), AV_PKT_DATA_DISPLAYMATRIX,
                                                           9 * sizeof(int32_t)))[1] = before;
    EXPECT_EQ(add_exif_orientation(*packet, *coded), 0);
    coded->extradata = nullptr;
    const uint8_t* matrix = av_packet_get_side_data(packet.get(), AV_PKT_DATA_DISPLAYMATRIX, nullptr);
    return matrix ? reinterpret_cast<const int32_t*>(matrix)[1] : 0;
}

TEST(ExifOrientation, NothingBehindTheEndCounts) {
    const std::string exif = exif_of(6), signature = "\x89PNG\r\n\x1a\n";
    const std::string chunk = big_endian(static_cast<uint32_t>(exif.size()), 4) + "eXIf" + exif;
    constexpr size_t number_end = 8 + 2 + 8 + 2;  // of EXIF's bytes
    for (const auto& [codec, bytes] : {std::pair(AV_CODEC_ID_TIFF, exif),
                                       {AV_CODEC_ID_PNG, signature + chunk},
                                       {AV_CODEC_ID_PNG, signature + big_endian(1, 4) + "tEXt.    " + chunk},
                                       {AV_CODEC_ID_APNG, chunk}})
        for (size_t length = 0; length <= bytes.size(); length++)
            EXPECT_EQ(matrix_of(codec, bytes, length) != 0, length >= bytes.size() - exif.size() + number_end)
                << avcodec_get_name(codec) << " " << length;
    // Of a chunk that says where it ends, no more than that.
    for (uint32_t length = 0; length <= exif.size(); length++)
        EXPECT_EQ(matrix_of(AV_CODEC_ID_APNG, big_endian(length, 4) + "eXIf" + exif, 8 + exif.size()) != 0,
                  length >= number_end)
            << length;
    EXPECT_EQ(matrix_of(AV_CODEC_ID_TIFF, "XX" + exif.substr(2), exif.size()), 0);
    EXPECT_EQ(matrix_of(AV_CODEC_ID_H264, exif, exif.size()), 0);
    EXPECT_EQ(matrix_of(AV_CODEC_ID_TIFF, exif, exif.size(), 77), 77);
}

// Offsets beyond the end, directories that never end.
TEST_F(ExifOrientationTest, DamagedOnesAreIgnored) {
    REQUIRE_FFMPEG();
    write("a.y4m", y4m_clip(1, 64, 48));
    ASSERT_TRUE(ffmpeg("-i a.y4m a.png"));
    const std::string flat = all_luma("a.png"), whole = read("a.png"), exif = exif_of(6);
    for (size_t length = 0; length < exif.size() - 4 - 12; length++) {
        std::string broken = exif_png(whole, 6);
        const size_t place = broken.find(exif);
        broken.replace(place, exif.size(), exif.substr(0, length))
            .replace(place - 8, 4, big_endian(static_cast<uint32_t>(length), 4));
        write("b.png", broken);
        EXPECT_TRUE(all_luma("b.png") == flat) << length;
    }
    std::string long_number = exif_png(whole, 6);  // of 32 bits, which the tag never has
    long_number[long_number.find(exif) + 8 + 2 + 3] = 4;
    write("b.png", long_number);
    EXPECT_TRUE(all_luma("b.png") == flat);
    for (const size_t byte : {4U, 8U}) {
        std::string broken = exif_png(whole, 6);
        broken.replace(broken.find(exif) + byte, 2, "\xFF\xFF");
        write("b.png", broken);
        all_luma("b.png");
    }
}

}  // namespace
}  // namespace genmedia::media
