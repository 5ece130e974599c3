// SPDX-License-Identifier: MIT
// Flat halves in every format of pixels that FFmpeg has: what decoders of later versions, and of devices, may
// give, such as P010, NV16 and Y210, for which no file can be made here.
#include "media/video/ffmpeg_handles.h"
#include "media/video/pictures/luma.h"
#include "media/video/pictures/picture.h"
#include "media/video/pictures/pixel_format.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace genmedia::media {
namespace {

constexpr int kWidth = 63, kHeight = 33;  // odd, as converters take two lines and columns at a time
// 8 bits: luma, or each colour, left and right; both kinds of chroma.
constexpr int kLeft = 60, kRight = 180, kCb = 90, kCr = 170;

// In numbers of `depth` bits. Chroma has its middle at half the largest number and a half.
int scaled(int value, int depth, bool full, bool chroma) {
    const int most = (1 << depth) - 1;
    if (!full) return value << (depth - 8);
    if (!chroma) return static_cast<int>(std::lround(value * most / 255.0));
    return static_cast<int>(std::lround((value - 128) * most / 255.0)) + (1 << (depth - 1));
}

bool is_tested(const AVPixFmtDescriptor& layout) {
    constexpr uint64_t others = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER |
                                AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BITSTREAM;
    if (std::string(layout.name) == "uyyvyy411") return false;  // av_write_image_line() writes beside it
    if ((layout.flags & others) != 0 || std::string(layout.name).starts_with("xyz")) return false;
    for (int c = 0; c < layout.nb_components; c++)
        if (layout.comp[c].depth < 8) return false;
    return true;
}

void fill(AVFrame& frame, bool full) {
    const AVPixFmtDescriptor& layout = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
    const bool rgb = (layout.flags & AV_PIX_FMT_FLAG_RGB) != 0;
    const bool has_alpha = (layout.flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
    for (int c = 0; c < layout.nb_components; c++) {
        const int depth = layout.comp[c].depth;
        const bool alpha = has_alpha && c == layout.nb_components - 1, chroma = !rgb && !alpha && c > 0;
        const int width = chroma ? AV_CEIL_RSHIFT(kWidth, layout.log2_chroma_w) : kWidth;
        const int height = chroma ? AV_CEIL_RSHIFT(kHeight, layout.log2_chroma_h) : kHeight;
        std::vector<uint16_t> line(static_cast<size_t>(width));
        for (int x = 0; x < width; x++) {
            const int value = chroma ? (c == 1 ? kCb : kCr) : x < width / 2 ? kLeft : kRight;
            line[static_cast<size_t>(x)] =
                static_cast<uint16_t>(alpha ? (1 << depth) - 1 : scaled(value, depth, full, chroma));
        }
        for (int y = 0; y < height; y++)
            av_write_image_line(line.data(), frame.data, frame.linesize, &layout, 0, y, c, width);
    }
}

FrameHandle frame_of(AVPixelFormat format, AVColorRange range) {
    FrameHandle frame(av_frame_alloc());
    frame->format = format;
    frame->width = kWidth;
    frame->height = kHeight;
    frame->color_range = range;
    EXPECT_EQ(av_frame_get_buffer(frame.get(), 0), 0);
    for (int p = 0; p < 4 && frame->buf[p]; p++) memset(frame->buf[p]->data, 0, frame->buf[p]->size);
    return frame;
}

// A column in the middle of either half, and the samples of chroma there; in a line within and in the last.
void expect_halves(const YuvImage& image, int left, int right, int cb, int cr, int tolerance) {
    for (const auto& [column, value] : {std::pair{kWidth / 4, left}, {3 * kWidth / 4, right}})
        for (const bool last : {false, true}) {
            const auto at = [&](size_t p, int x) {
                const int y = last ? image.plane_height(p) - 1 : kHeight / 4;
                return image.planes[p][static_cast<size_t>(y * image.plane_width(p) + x)];
            };
            EXPECT_NEAR(at(0, column), value, tolerance) << last;
            EXPECT_NEAR(at(1, column / 2), cb, tolerance) << last;
            EXPECT_NEAR(at(2, column / 2), cr, tolerance) << last;
        }
    EXPECT_NEAR(image.planes[1].back(), cb, tolerance);
    EXPECT_NEAR(image.planes[2].back(), cr, tolerance);
}

TEST(FrameFormats, AllMeanTheSame) {
    // What a converter leaves as it was is not by chance what the one before it wrote there.
    mallopt(M_PERTURB, 0x5A);
    int tested = 0;
    for (const AVPixFmtDescriptor* layout = av_pix_fmt_desc_next(nullptr); layout;
         layout = av_pix_fmt_desc_next(layout)) {
        if (!is_tested(*layout)) continue;
        const AVPixelFormat format = av_pix_fmt_desc_get_id(layout);
        const bool rgb = is_rgb(format), gray = is_gray(format);
        for (const AVColorRange range : {AVCOL_RANGE_MPEG, AVCOL_RANGE_JPEG}) {
            if (rgb && range == AVCOL_RANGE_MPEG) continue;
            SCOPED_TRACE(std::string(layout->name) + (range == AVCOL_RANGE_MPEG ? ", limited" : ", full"));
            FrameHandle frame = frame_of(format, range), luma;
            ASSERT_TRUE(frame);
            fill(*frame, range == AVCOL_RANGE_JPEG);
            LumaConverter converter;
            const Status status = converter.convert(*frame, {}, luma);
            ASSERT_TRUE(status.ok()) << status.message();
            for (const auto& [column, value] : {std::pair{kWidth / 4, kLeft}, {3 * kWidth / 4, kRight}})
                EXPECT_NEAR(luma->data[0][kHeight / 4 * luma->linesize[0] + column], value, 0);
            const Picture picture(
                std::shared_ptr<const AVFrame>(frame.release(), FrameHandle::deleter_type()),
                std::shared_ptr<const AVFrame>(luma.release(), FrameHandle::deleter_type()),
                converter.full_range(), {}, {}, {});
            YuvImage image;
            const ColorTags tags = picture.color_tags();
            const Status made = picture.yuv420(image, tags);
            if (!gray && sws_isSupportedInput(format) == 0) {  // searched, but not encoded
                EXPECT_EQ(made.code(), StatusCode::unsupported);
                continue;
            }
            ASSERT_TRUE(made.ok()) << made.message();
            const auto limited = [](int value) {
                return static_cast<int>(std::lround(16 + value * 219 / 255.0));
            };
            if (rgb)
                expect_halves(image, limited(kLeft), limited(kRight), 128, 128, 1);
            else
                expect_halves(image, kLeft, kRight, gray ? 128 : kCb, gray ? 128 : kCr, 1);
            tested++;
        }
    }
    EXPECT_GT(tested, 200);
    mallopt(M_PERTURB, 0);
}

// Each pair of columns makes a sample of chroma, the last column with nothing.
TEST(FrameFormats, ColoursOfTheLastColumn) {
    mallopt(M_PERTURB, 0x5A);
    int tested = 0;
    for (const AVPixFmtDescriptor* layout = av_pix_fmt_desc_next(nullptr); layout;
         layout = av_pix_fmt_desc_next(layout)) {
        const AVPixelFormat format = av_pix_fmt_desc_get_id(layout);
        if (!is_tested(*layout) || !is_rgb(format) || sws_isSupportedInput(format) == 0) continue;
        SCOPED_TRACE(layout->name);
        FrameHandle frame = frame_of(format, AVCOL_RANGE_JPEG), yuv;
        ASSERT_TRUE(frame);
        constexpr int colour[] = {220, 60, 20, 255};  // behind it all is black
        for (int c = 0; c < layout->nb_components; c++) {
            const int depth = layout->comp[c].depth;
            std::vector<uint16_t> line(kWidth, static_cast<uint16_t>(scaled(colour[c], depth, true, false)));
            for (int y = 0; y < kHeight; y++)
                av_write_image_line(line.data(), frame->data, frame->linesize, layout, 0, y, c, kWidth);
        }
        const Status status =
            convert_frame(*frame, true, AV_PIX_FMT_YUV420P, false, AVCOL_SPC_SMPTE170M, yuv);
        ASSERT_TRUE(status.ok()) << status.message();
        // BT.601: Cb = 128 + (-37.797 R - 74.203 G + 112 B) / 255, Cr = 128 + (112 R - 93.786 G - 18.214 B) /
        // 255.
        for (const auto& [plane, expected] : {std::pair{1, 87}, {2, 201}})
            for (int y = 0; y < (kHeight + 1) / 2; y++)
                for (int x = 0; x < (kWidth + 1) / 2; x++)
                    ASSERT_NEAR(yuv->data[plane][y * yuv->linesize[plane] + x], expected, 1) << x << ' ' << y;
        tested++;
    }
    EXPECT_GT(tested, 20);
    mallopt(M_PERTURB, 0);
}

// A range that no tag says, by the format alone.
TEST(FrameFormats, RangesThatNoTagSays) {
    int full = 0;
    for (const AVPixFmtDescriptor* layout = av_pix_fmt_desc_next(nullptr); layout;
         layout = av_pix_fmt_desc_next(layout)) {
        if (!is_tested(*layout)) continue;
        const std::string name = layout->name;
        const bool expected = name.starts_with("yuvj") || (layout->flags & AV_PIX_FMT_FLAG_RGB) != 0 ||
                              layout->nb_components < 3;
        const FrameHandle frame = frame_of(av_pix_fmt_desc_get_id(layout), AVCOL_RANGE_UNSPECIFIED);
        EXPECT_EQ(is_full_range(*frame), expected) << name;
        full += expected && name.starts_with("yuvj") ? 1 : 0;
    }
    EXPECT_EQ(full, 5);
}

// The first picture's range is that of all.
TEST(FrameFormats, ARangeThatChanges) {
    for (const bool full : {false, true}) {
        LumaConverter converter;
        YuvImage image;
        std::optional<ColorTags> tags;
        for (const bool second : {false, true}) {
            const bool is_full = full != second;
            FrameHandle frame = frame_of(AV_PIX_FMT_YUV420P, is_full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG),
                        luma;
            fill(*frame, is_full);
            ASSERT_TRUE(converter.convert(*frame, {}, luma).ok());
            EXPECT_EQ(converter.full_range(), full);
            const Picture picture(
                std::shared_ptr<const AVFrame>(frame.release(), FrameHandle::deleter_type()),
                std::shared_ptr<const AVFrame>(luma.release(), FrameHandle::deleter_type()),
                converter.full_range(), {}, {}, {});
            if (!tags) tags = picture.color_tags();
            ASSERT_TRUE(picture.yuv420(image, *tags).ok());
            // 219 steps of luma and 224 of chroma against 255.
            const auto shown = [&](int value, double steps, double zero, double from) {
                if (!second) return value;
                return static_cast<int>(std::lround(full ? (value - zero) * 255 / steps + from
                                                         : (value - from) * steps / 255 + zero));
            };
            const int left = shown(kLeft, 219, 16, 0), right = shown(kRight, 219, 16, 0);
            expect_halves(image, left, right, shown(kCb, 224, 128, 128), shown(kCr, 224, 128, 128), 0);
            EXPECT_EQ(picture.luma().line(0)[kWidth / 4], left);
        }
    }
}

// From YUV to RGB by each matrix and range. [ITU-T H.273, 8.3]
TEST(FrameFormats, Matrices) {
    struct Matrix {
        AVColorSpace space;
        double red, blue;
    };
    for (const auto& [space, kr, kb] : {Matrix{AVCOL_SPC_BT709, 0.2126, 0.0722},
                                        {AVCOL_SPC_SMPTE170M, 0.299, 0.114},
                                        {AVCOL_SPC_BT2020_NCL, 0.2627, 0.0593}})
        for (const bool full : {false, true}) {
            const FrameHandle frame =
                frame_of(AV_PIX_FMT_YUV444P, full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG);
            fill(*frame, full);
            FrameHandle rgb;
            ASSERT_TRUE(convert_frame(*frame, full, AV_PIX_FMT_RGB24, true, space, rgb).ok());
            const double y = full ? kRight : (kRight - 16) * 255 / 219.0, steps = full ? 255 : 224;
            const double blue = 2 * (1 - kb) * (kCb - 128) * 255 / steps,
                         red = 2 * (1 - kr) * (kCr - 128) * 255 / steps;
            const double green = (-kr * red - kb * blue) / (1 - kr - kb);
            const uint8_t* pixel = rgb->data[0] + size_t{3} * (kWidth * 3 / 4);
            EXPECT_NEAR(pixel[0], std::min(255.0, y + red), 2) << space << full;
            EXPECT_NEAR(pixel[1], y + green, 2) << space << full;
            EXPECT_NEAR(pixel[2], y + blue, 2) << space << full;
        }
}

// Colours by CIE's X, Y and Z with a gamma of 2.6 (SMPTE 428-1): half of a white light. FFmpeg's has 2.2.
TEST(FrameFormats, Xyz) {
    FrameHandle frame = frame_of(AV_PIX_FMT_XYZ12LE, AVCOL_RANGE_UNSPECIFIED), luma;
    const AVPixFmtDescriptor& layout = *av_pix_fmt_desc_get(AV_PIX_FMT_XYZ12LE);
    constexpr double white[] = {0.9505, 1, 1.089};  // D65
    for (int c = 0; c < 3; c++) {
        const std::vector<uint16_t> line(
            kWidth, static_cast<uint16_t>(std::lround(std::pow(white[c] / 2, 1 / 2.6) * 4095)));
        for (int y = 0; y < kHeight; y++)
            av_write_image_line(line.data(), frame->data, frame->linesize, &layout, 0, y, c, kWidth);
    }
    LumaConverter converter;
    ASSERT_TRUE(converter.convert(*frame, {}, luma).ok());
    EXPECT_NEAR(luma->data[0][kWidth / 2], std::pow(0.5, 1 / 2.2) * 255, 2);
}

// Cb Y Y Cr Y Y, which FFmpeg's own functions for samples get wrong, and its scaler does not take.
TEST(FrameFormats, SixBytesForFourPixels) {
    const FrameHandle frame = frame_of(AV_PIX_FMT_UYYVYY411, AVCOL_RANGE_MPEG);
    FrameHandle luma;
    LumaConverter converter;
    const Status status = converter.convert(*frame, {}, luma);
    EXPECT_EQ(status.code(), StatusCode::unsupported);
    EXPECT_NE(status.message().find("uyyvyy411"), std::string::npos) << status.message();
}

}  // namespace
}  // namespace genmedia::media
