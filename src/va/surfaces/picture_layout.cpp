// SPDX-License-Identifier: MIT
#include "va/surfaces/picture_layout.h"

#include "media/video/pictures/odd_width.h"
#include "va/surfaces/picture_frames.h"

#include <algorithm>
#include <utility>

namespace genmedia::va {

std::span<const PictureFormat> picture_formats() {
    static constexpr PictureFormat formats[]{
        {VA_FOURCC_NV12, AV_PIX_FMT_NV12, VA_RT_FORMAT_YUV420, 12, false},
        {VA_FOURCC_I420, AV_PIX_FMT_YUV420P, VA_RT_FORMAT_YUV420, 12, false},
        {VA_FOURCC_YV12, AV_PIX_FMT_YUV420P, VA_RT_FORMAT_YUV420, 12, true},
        {VA_FOURCC_IMC3, AV_PIX_FMT_YUV420P, VA_RT_FORMAT_YUV420, 12, false},
        {VA_FOURCC_P010, AV_PIX_FMT_P010LE, VA_RT_FORMAT_YUV420_10, 24, false},
        {VA_FOURCC_YUY2, AV_PIX_FMT_YUYV422, VA_RT_FORMAT_YUV422, 16, false},
        {VA_FOURCC_UYVY, AV_PIX_FMT_UYVY422, VA_RT_FORMAT_YUV422, 16, false},
        {VA_FOURCC_422H, AV_PIX_FMT_YUV422P, VA_RT_FORMAT_YUV422, 16, false},
        {VA_FOURCC_422V, AV_PIX_FMT_YUV440P, VA_RT_FORMAT_YUV422, 16, false},
        {VA_FOURCC_411P, AV_PIX_FMT_YUV411P, VA_RT_FORMAT_YUV411, 12, false},
        {VA_FOURCC_444P, AV_PIX_FMT_YUV444P, VA_RT_FORMAT_YUV444, 24, false},
        {VA_FOURCC_Y800, AV_PIX_FMT_GRAY8, VA_RT_FORMAT_YUV400, 8, false},
        {VA_FOURCC_BGRA, AV_PIX_FMT_BGRA, VA_RT_FORMAT_RGB32, 32, false},
        {VA_FOURCC_BGRX, AV_PIX_FMT_BGR0, VA_RT_FORMAT_RGB32, 32, false},
        {VA_FOURCC_RGBA, AV_PIX_FMT_RGBA, VA_RT_FORMAT_RGB32, 32, false},
        {VA_FOURCC_RGBX, AV_PIX_FMT_RGB0, VA_RT_FORMAT_RGB32, 32, false},
    };
    return formats;
}

const PictureFormat* format_of_fourcc(uint32_t fourcc) {
    for (const PictureFormat& format : picture_formats())
        if (format.fourcc == fourcc) return &format;
    return nullptr;
}

const PictureFormat* format_of_rt_format(unsigned formats) {
    for (const PictureFormat& format : picture_formats())
        if ((format.rt_format & formats) != 0) return &format;
    return nullptr;
}

VAImageFormat image_format(const PictureFormat& format) {
    VAImageFormat image{};
    image.fourcc = format.fourcc;
    image.byte_order = VA_LSB_FIRST;
    image.bits_per_pixel = format.bits;
    if (format.rt_format != VA_RT_FORMAT_RGB32) return image;
    const bool red_first = format.pixels == AV_PIX_FMT_RGBA || format.pixels == AV_PIX_FMT_RGB0;
    const bool alpha = format.pixels == AV_PIX_FMT_RGBA || format.pixels == AV_PIX_FMT_BGRA;
    image.depth = alpha ? 32 : 24;
    image.red_mask = red_first ? 0xff : 0xff0000;
    image.green_mask = 0xff00;
    image.blue_mask = red_first ? 0xff0000 : 0xff;
    image.alpha_mask = alpha ? 0xff000000 : 0;
    return image;
}

namespace {

constexpr uint32_t kPadding = 64;

int chroma_rows(AVPixelFormat pixels, int plane, int height) {
    return plane == 0 ? height : AV_CEIL_RSHIFT(height, av_pix_fmt_desc_get(pixels)->log2_chroma_h);
}

int bytes_before(AVPixelFormat pixels, int plane, int x) { return av_image_get_linesize(pixels, x, plane); }

// Exact rounding, and no dither, so that results depend on pixels alone.
media::ScalerHandle scaler(const Planes& from, const Planes& to, const ScalingWay& way) {
    int exact = SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_BITEXACT;
    exact |= media::flags_for_odd_width(is_rgb(from.pixels), from.width);
    media::ScalerHandle made(sws_alloc_context());
    if (!made) return made;
    const std::pair<const char*, int64_t> options[]{
        {"srcw", from.width},         {"srch", from.height},      {"src_format", from.pixels},
        {"dstw", to.width},           {"dsth", to.height},        {"dst_format", to.pixels},
        {"src_range", way.from.full}, {"dst_range", way.to.full}, {"sws_flags", way.method | exact}};
    for (const auto& [name, value] : options) av_opt_set_int(made.get(), name, value, 0);
    if (sws_init_context(made.get(), nullptr, nullptr) < 0) return {};
    if (way.from == Colours{} && way.to == Colours{}) return made;
    constexpr int one = 1 << 16;
    sws_setColorspaceDetails(made.get(), sws_getCoefficients(way.from.matrix), way.from.full,
                             sws_getCoefficients(way.to.matrix), way.to.full, 0, one, one);
    return made;
}

bool is_packed_422(AVPixelFormat pixels) {
    return pixels == AV_PIX_FMT_YUYV422 || pixels == AV_PIX_FMT_UYVY422;
}

// Where nothing is scaled, libswscale copies samples between these, and leaves the chroma of an odd last
// column as it was.
bool loses_last_column(const Planes& from, const Planes& to) {
    const bool plain = from.pixels == AV_PIX_FMT_YUV420P || from.pixels == AV_PIX_FMT_YUV420P10LE;
    const bool copied = (plain && to.pixels == AV_PIX_FMT_P010LE) ||
                        (from.pixels == AV_PIX_FMT_YUV422P && is_packed_422(to.pixels));
    return copied && from.width == to.width && from.height == to.height && from.width % 2 != 0;
}

// The same with the chroma of an odd last line.
bool loses_last_line(const Planes& from, const Planes& to) {
    return is_packed_422(from.pixels) && to.pixels == AV_PIX_FMT_YUV420P && from.width == to.width &&
           from.height == to.height && from.height % 2 != 0;
}

// The same samples; sizes and formats are equal. Of pairs of pixels whose second one is another's, that one's
// luma stays.
void copy_samples(const Planes& from, const Planes& to) {
    std::array<uint8_t*, 4> target = to.data;
    std::array<int, 4> pitches = to.pitches;
    std::array<const uint8_t*, 4> data{};
    std::copy(from.data.begin(), from.data.end(), data.begin());
    const bool is_cut = is_packed_422(to.pixels) && to.width % 2 != 0 && !to.padded;
    av_image_copy(target.data(), pitches.data(), data.data(), from.pitches.data(), to.pixels,
                  is_cut ? to.width - 1 : to.width, to.height);
    if (!is_cut) return;
    const int last = bytes_before(to.pixels, 0, to.width - 1);
    for (int y = 0; y < to.height; y++) {
        const uint8_t* pair = from.data[0] + static_cast<ptrdiff_t>(y) * from.pitches[0] + last;
        uint8_t* place = to.data[0] + static_cast<ptrdiff_t>(y) * to.pitches[0] + last;
        for (const int byte : {0, 1, 2, 3})
            if (byte != (to.pixels == AV_PIX_FMT_YUYV422 ? 2 : 3)) place[byte] = pair[byte];
    }
}

// Of planes; the last column is there once more.
bool scale_an_even_width(const Planes& from, const Planes& to, const ScalingWay& way) {
    const media::FrameHandle given = new_frame(from.pixels, from.width + 1, from.height),
                             made = new_frame(to.pixels, to.width + 1, to.height);
    const auto samples = [](const media::FrameHandle& frame, int width) {
        Planes planes = planes_of(*frame);
        planes.width = width;
        return planes;
    };
    copy_samples(from, samples(given, from.width));
    const int end = bytes_before(from.pixels, 0, from.width),
              last = bytes_before(from.pixels, 0, from.width - 1);
    for (int y = 0; y < from.height; y++) {
        uint8_t* row = given->data[0] + static_cast<ptrdiff_t>(y) * given->linesize[0];
        std::copy(row + last, row + end, row + end);
    }
    if (!scale(planes_of(*given), planes_of(*made), way)) return false;
    copy_samples(samples(made, to.width), to);
    return true;
}

}  // namespace

bool is_rgb(AVPixelFormat pixels) { return (av_pix_fmt_desc_get(pixels)->flags & AV_PIX_FMT_FLAG_RGB) != 0; }

PlaneSize plane_size(const PictureFormat& format, int plane, int width, int height) {
    return {static_cast<uint32_t>(av_image_get_linesize(format.pixels, width, plane)),
            static_cast<uint32_t>(chroma_rows(format.pixels, plane, height))};
}

PictureLayout layout_of(const PictureFormat& format, int width, int height) {
    PictureLayout layout;
    layout.format = &format;
    layout.width = width;
    layout.height = height;
    layout.plane_count = av_pix_fmt_count_planes(format.pixels);
    for (int plane = 0; plane < layout.plane_count; plane++) {
        const PlaneSize size = plane_size(format, plane, width, height);
        layout.pitches[plane] = (size.bytes + kPadding - 1) / kPadding * kPadding;
        layout.offsets[plane] = static_cast<uint32_t>(layout.size);
        layout.size += size_t{layout.pitches[plane]} * size.rows;
    }
    return layout;
}

Planes planes_of(const PictureLayout& layout, uint8_t* memory) {
    Planes planes;
    planes.pixels = layout.format->pixels;
    planes.width = layout.width;
    planes.height = layout.height;
    planes.padded = true;
    for (int plane = 0; plane < layout.plane_count; plane++) {
        const int at = plane > 0 && layout.format->swapped ? 3 - plane : plane;
        planes.data[plane] = memory + layout.offsets[at];
        planes.pitches[plane] = static_cast<int>(layout.pitches[at]);
        planes.padded = planes.padded && planes.pitches[plane] % int{kPadding} == 0;
    }
    return planes;
}

std::optional<Planes> part_of(const Planes& planes, int x, int y, int width, int height) {
    const AVPixFmtDescriptor& pixels = *av_pix_fmt_desc_get(planes.pixels);
    const bool inside = x >= 0 && y >= 0 && width > 0 && height > 0 && width <= planes.width - x &&
                        height <= planes.height - y;
    if (!inside || x % (1 << pixels.log2_chroma_w) != 0 || y % (1 << pixels.log2_chroma_h) != 0)
        return std::nullopt;
    Planes part = planes;
    part.width = width;
    part.height = height;
    part.padded = planes.padded && x == 0 && width == planes.width;
    for (int plane = 0; plane < 4 && part.data[plane] != nullptr; plane++)
        part.data[plane] +=
            static_cast<ptrdiff_t>(chroma_rows(planes.pixels, plane, y)) * part.pitches[plane] +
            bytes_before(planes.pixels, plane, x);
    return part;
}

bool copy(const Planes& from, const Planes& to) {
    Planes source = from, target = to;
    source.width = target.width = std::min(from.width, to.width);
    source.height = target.height = std::min(from.height, to.height);
    target.padded = to.padded && target.width == to.width;
    if (from.pixels != to.pixels) return scale(source, target);
    copy_samples(source, target);
    return true;
}

bool scale(const Planes& from, const Planes& to, const ScalingWay& way) {
    // libswscale leaves chroma 0 there, if both ranges are full.
    if (from.pixels == AV_PIX_FMT_GRAY8 && to.pixels == AV_PIX_FMT_NV12) {
        const media::FrameHandle planar = frame_of(from, AV_PIX_FMT_YUV420P, way);
        return planar && scale(planes_of(*planar), to, {way.method, way.to, way.to});
    }
    if (loses_last_column(from, to)) return scale_an_even_width(from, to, way);
    if (loses_last_line(from, to)) {
        const media::FrameHandle planar = frame_of(from, AV_PIX_FMT_YUV422P);
        return planar && scale(planes_of(*planar), to, way);
    }
    const media::ScalerHandle scaling = scaler(from, to, way);
    media::FrameHandle beside = to.padded ? nullptr : new_frame(to.pixels, to.width, to.height);
    const Planes target = to.padded ? to : planes_of(*beside);
    if (scaling == nullptr || sws_scale(scaling.get(), from.data.data(), from.pitches.data(), 0, from.height,
                                        target.data.data(), target.pitches.data()) != to.height)
        return false;
    if (!to.padded) copy_samples(target, to);
    return true;
}

}  // namespace genmedia::va
