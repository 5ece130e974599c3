// SPDX-License-Identifier: MIT
// A picture of one colour stays one in every other format, to its last column and line, whatever lies behind
// them.
#include "va/surfaces/picture_layout.h"

#include <gtest/gtest.h>

extern "C" {
#include <libavutil/common.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
}

#include <algorithm>
#include <string>
#include <vector>

namespace genmedia::va {
namespace {

constexpr uint8_t kBehind = 23;  // what lies between rows, and in a target before

class FlatPicture {
public:
    FlatPicture(const PictureFormat& format, int width, int height)
        : layout_(layout_of(format, width, height)),
          memory_(layout_.size, kBehind),
          pixels_(*av_pix_fmt_desc_get(format.pixels)) {}

    Planes planes() { return planes_of(layout_, memory_.data()); }
    const PictureFormat& format() const { return *layout_.format; }

    // Y, Cb, Cr of BT.601, or what these are as R, G, B.
    static int value(const PictureFormat& format, int component) {
        constexpr int yuv[3] = {120, 90, 160}, rgb[3] = {172, 110, 44};
        return component == 3 ? 255 : is_rgb(format.pixels) ? rgb[component] : yuv[component];
    }

    void fill() {
        for (int plane = 0; plane < layout_.plane_count; plane++) {
            const PlaneSize size = plane_size(format(), plane, layout_.width, layout_.height);
            for (uint32_t y = 0; y < size.rows; y++)
                std::fill_n(memory_.data() + layout_.offsets[plane] + y * layout_.pitches[plane], size.bytes,
                            0);
        }
        each_line([&](int component, int y, std::vector<uint16_t>& line) {
            const int depth = pixels_.comp[component].depth;
            std::fill(line.begin(), line.end(),
                      static_cast<uint16_t>(value(format(), component) << (depth - 8)));
            Planes here = planes();
            av_write_image_line(line.data(), here.data.data(), here.pitches.data(), &pixels_, 0, y, component,
                                static_cast<int>(line.size()));
        });
    }

    // The largest difference from that colour, of all samples.
    int error() {
        int most = 0;
        each_line([&](int component, int y, std::vector<uint16_t>& line) {
            Planes here = planes();
            const uint8_t* data[4] = {here.data[0], here.data[1], here.data[2], here.data[3]};
            av_read_image_line(line.data(), data, here.pitches.data(), &pixels_, 0, y, component,
                               static_cast<int>(line.size()), 0);
            for (const int sample : line)
                most = std::max(most, std::abs((sample >> (pixels_.comp[component].depth - 8)) -
                                               value(format(), component)));
        });
        return most;
    }

private:
    template <class Use>
    void each_line(Use use) {
        const bool unused = format().fourcc == VA_FOURCC_BGRX || format().fourcc == VA_FOURCC_RGBX;
        for (int component = 0; component < (unused ? 3 : pixels_.nb_components); component++) {
            const bool chroma = !is_rgb(format().pixels) && component > 0;
            const int columns = AV_CEIL_RSHIFT(layout_.width, chroma ? pixels_.log2_chroma_w : 0),
                      rows = AV_CEIL_RSHIFT(layout_.height, chroma ? pixels_.log2_chroma_h : 0);
            std::vector<uint16_t> line(static_cast<size_t>(columns));
            for (int y = 0; y < rows; y++) use(component, y, line);
        }
    }

    PictureLayout layout_;
    std::vector<uint8_t> memory_;
    const AVPixFmtDescriptor& pixels_;
};

std::string name_of(const PictureFormat& format) {
    return {reinterpret_cast<const char*>(&format.fourcc), 4};
}

// Each format in each, but gray, which has no colour.
template <class Use>
void each_pair(Use use) {
    for (const PictureFormat& from : picture_formats())
        for (const PictureFormat& to : picture_formats()) {
            if (from.rt_format == VA_RT_FORMAT_YUV400 || to.rt_format == VA_RT_FORMAT_YUV400) continue;
            SCOPED_TRACE(name_of(from) + " to " + name_of(to));
            use(from, to);
        }
}

constexpr int kTolerance = 3;  // of conversions to RGB and back

TEST(VaConversions, ToTheLastColumnAndLine) {
    each_pair([](const PictureFormat& from, const PictureFormat& to) {
        for (const auto& [width, height] :
             {std::pair{34, 22}, {33, 21}, {33, 22}, {34, 21}, {35, 23}, {1, 1}, {7, 2}, {2, 7}}) {
            FlatPicture given(from, width, height), made(to, width, height);
            given.fill();
            ASSERT_TRUE(copy(given.planes(), made.planes()));
            EXPECT_LE(made.error(), kTolerance) << width << 'x' << height;
        }
    });
}

// What decoders make of 10 bits has another format than any surface.
TEST(VaConversions, DecodedToTheLastColumnAndLine) {
    const PictureFormat decoded{0, AV_PIX_FMT_YUV420P10LE, VA_RT_FORMAT_YUV420_10, 24, false};
    for (const auto& [width, height] : {std::pair{34, 22}, {33, 21}, {33, 22}, {34, 21}, {1, 1}}) {
        FlatPicture given(decoded, width, height), made(*format_of_fourcc(VA_FOURCC_P010), width, height);
        given.fill();
        ASSERT_TRUE(copy(given.planes(), made.planes()));
        EXPECT_EQ(made.error(), 0) << width << 'x' << height;
    }
}

TEST(VaConversions, ScaledToTheLastColumnAndLine) {
    each_pair([](const PictureFormat& from, const PictureFormat& to) {
        for (const auto& [width, height] : {std::pair{16, 10}, {17, 11}, {50, 33}, {33, 42}, {67, 21}}) {
            FlatPicture given(from, 33, 21), made(to, width, height);
            given.fill();
            ASSERT_TRUE(scale(given.planes(), made.planes()));
            EXPECT_LE(made.error(), kTolerance) << width << 'x' << height;
        }
    });
}

// Parts of pictures: what lies beside them is other pixels, which stay. Into a part, and into the corner of a
// larger picture.
TEST(VaConversions, OfAPartAlone) {
    each_pair([](const PictureFormat& from, const PictureFormat& to) {
        FlatPicture given(from, 64, 32);
        given.fill();
        const auto part = part_of(given.planes(), 0, 0, 13, 7);
        for (const int corner : {0, 8}) {
            FlatPicture made(to, 64, 32);
            const Planes all = made.planes();
            const auto place = corner == 0 ? all : part_of(all, corner, corner, 13, 7);
            ASSERT_TRUE(part && place);
            ASSERT_TRUE(copy(*part, *place));
            const AVPixFmtDescriptor& pixels = *av_pix_fmt_desc_get(to.pixels);
            for (int component = 0; component < pixels.nb_components; component++) {
                const bool chroma = !is_rgb(to.pixels) && component > 0;
                const int columns = 64 >> (chroma ? pixels.log2_chroma_w : 0),
                          end = AV_CEIL_RSHIFT(corner + 13, chroma ? pixels.log2_chroma_w : 0);
                std::vector<uint16_t> line(static_cast<size_t>(columns)), before = line;
                const uint8_t* data[4] = {all.data[0], all.data[1], all.data[2], all.data[3]};
                const auto read = [&](int y, std::vector<uint16_t>& row) {
                    av_read_image_line(row.data(), data, all.pitches.data(), &pixels, 0, y, component,
                                       columns, 0);
                };
                read(corner >> (chroma ? pixels.log2_chroma_h : 0), line);
                read((corner == 0 ? 24 : 0) >> (chroma ? pixels.log2_chroma_h : 0),
                     before);  // of lines beside it
                for (int x = end; x < columns; x++)
                    ASSERT_EQ(line[static_cast<size_t>(x)], before[static_cast<size_t>(x)])
                        << corner << ' ' << component << ' ' << x;
            }
        }
    });
}

}  // namespace
}  // namespace genmedia::va
