// SPDX-License-Identifier: MIT
#include "va/processing/composition.h"

#include "va/processing/filter_graph.h"

#include <algorithm>

namespace genmedia::va {
namespace {

using media::FrameHandle;

// The format in which libavfilter's overlay draws onto that one, what it is called there, and the format of
// what is drawn.
struct OverlayFormats {
    AVPixelFormat target;
    const char* name;
    AVPixelFormat drawn;
};

OverlayFormats overlay_formats(AVPixelFormat pixels) {
    switch (pixels) {
        case AV_PIX_FMT_NV12:
        case AV_PIX_FMT_YUV420P: return {AV_PIX_FMT_YUV420P, "yuv420", AV_PIX_FMT_YUVA420P};
        case AV_PIX_FMT_P010LE: return {AV_PIX_FMT_YUV420P10LE, "yuv420p10", AV_PIX_FMT_YUVA420P10LE};
        case AV_PIX_FMT_YUYV422:
        case AV_PIX_FMT_UYVY422:
        case AV_PIX_FMT_YUV422P: return {AV_PIX_FMT_YUV422P, "yuv422", AV_PIX_FMT_YUVA422P};
        case AV_PIX_FMT_BGRA:
        case AV_PIX_FMT_RGBA: return {pixels, "rgb", AV_PIX_FMT_RGBA};
        case AV_PIX_FMT_BGR0:
        case AV_PIX_FMT_RGB0: return {AV_PIX_FMT_RGB24, "rgb", AV_PIX_FMT_RGBA};
        default: return {AV_PIX_FMT_YUV444P, "yuv444", AV_PIX_FMT_YUVA444P};
    }
}

// With alpha of its own, and straight. In the drawn format.
FrameHandle drawn(const Planes& picture, AVPixelFormat pixels, const Blending& blending,
                  const ScalingWay& way) {
    if (blending.premultiplied && has_alpha(picture.pixels)) {
        FrameHandle straight = frame_of(picture, AV_PIX_FMT_GBRAP);
        straight =
            straight ? filtered(std::move(straight), "unpremultiply=inplace=1", AV_PIX_FMT_GBRAP) : nullptr;
        return straight ? frame_of(planes_of(*straight), pixels, way) : nullptr;
    }
    if (!blending.luma_key) return frame_of(picture, pixels, way);
    // Luma as the picture has it, before its colours are converted.
    const auto [least, most] = *blending.luma_key;
    FrameHandle keyed = frame_of(picture, AV_PIX_FMT_YUVA444P, {.from = way.from, .to = way.from});
    keyed = keyed ? filtered(std::move(keyed),
                             "lumakey=threshold=" + number((least + most) / 2) +
                                 ":tolerance=" + number((most - least) / 2),
                             AV_PIX_FMT_YUVA444P)
                  : nullptr;
    return keyed ? frame_of(planes_of(*keyed), pixels, way) : nullptr;
}

int aligned_down(int x, int log2) { return x >> log2 << log2; }
int aligned_up(int x, int log2) { return -aligned_down(-x, log2); }

}  // namespace

bool has_alpha(AVPixelFormat pixels) {
    return (av_pix_fmt_desc_get(pixels)->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
}

AVPixelFormat with_all_chroma(AVPixelFormat pixels) {
    return av_pix_fmt_desc_get(pixels)->comp[0].depth > 8 ? AV_PIX_FMT_YUV444P10LE : AV_PIX_FMT_YUV444P;
}

std::optional<Placement> place(const Planes& picture, const Planes& target, int x, int y) {
    const AVPixFmtDescriptor& pixels = *av_pix_fmt_desc_get(target.pixels);
    x = aligned_down(x, pixels.log2_chroma_w);
    y = aligned_down(y, pixels.log2_chroma_h);
    const int to_x = std::max(x, 0), to_y = std::max(y, 0);
    const int width = std::min(x + picture.width, target.width) - to_x;
    const int height = std::min(y + picture.height, target.height) - to_y;
    const auto from = part_of(picture, to_x - x, to_y - y, width, height);
    const auto to = part_of(target, to_x, to_y, width, height);
    if (!from || !to) return std::nullopt;
    return Placement{*from, *to};
}

bool draw_at(const Planes& target, const Rectangle& to, const Colours& colours, const Draw& draw) {
    const AVPixFmtDescriptor& pixels = *av_pix_fmt_desc_get(target.pixels);
    const int columns = pixels.log2_chroma_w, rows = pixels.log2_chroma_h;
    const int to_right = std::min(to.x + to.width, target.width),
              to_bottom = std::min(to.y + to.height, target.height);
    const int left = std::max(aligned_down(to.x, columns), 0), top = std::max(aligned_down(to.y, rows), 0);
    const int right = std::min(aligned_up(to_right, columns), target.width);
    const int bottom = std::min(aligned_up(to_bottom, rows), target.height);
    const bool between = aligned_down(to.x, columns) != to.x || aligned_down(to.y, rows) != to.y ||
                         right != to_right || bottom != to_bottom;
    if (!between) return draw(target, to.x, to.y);
    const auto around = part_of(target, left, top, right - left, bottom - top);
    if (!around) return true;
    const ScalingWay same{.from = colours, .to = colours};
    const FrameHandle own = frame_of(*around, with_all_chroma(target.pixels), same);
    return own && draw(planes_of(*own), to.x - left, to.y - top) && scale(planes_of(*own), *around, same);
}

bool blend(const Planes& picture, const Planes& target, const Blending& blending, const ScalingWay& way) {
    const OverlayFormats formats = overlay_formats(target.pixels);
    FrameHandle over = drawn(picture, formats.drawn, blending, way);
    FrameHandle under = frame_of(target, formats.target, {.from = way.to, .to = way.to});
    if (!over || !under) return false;
    std::vector<GraphInput> inputs(2);
    inputs[0].push_back(std::move(under));
    inputs[1].push_back(std::move(over));
    std::string filters = std::string("[in0][over]overlay=format=") + formats.name;
    const char* lut = formats.name == std::string_view("rgb") ? "lutrgb" : "lutyuv";
    filters = blending.global_alpha < 1 ? std::string("[in1]") + lut + "=a='val*" +
                                              number(blending.global_alpha) + "+0.5'[over];" + filters
                                        : "[in1]null[over];" + filters;
    const FrameHandle blended = filtered(inputs, filters, formats.target);
    if (!blended) return false;
    return blended->format == target.pixels
               ? copy(planes_of(*blended), target)
               : scale(planes_of(*blended), target, {.from = way.to, .to = way.to});
}

bool fill(const Planes& target, uint32_t argb, const Colours& colours) {
    FrameHandle colour = new_frame(AV_PIX_FMT_RGBA, target.width, target.height);
    for (int y = 0; y < target.height; y++)
        for (int x = 0; x < target.width; x++)
            for (int channel = 0; channel < 4; channel++) {
                const int shift = channel == 3 ? 24 : 16 - 8 * channel;
                colour->data[0][y * colour->linesize[0] + 4 * x + channel] =
                    static_cast<uint8_t>(argb >> shift);
            }
    return scale(planes_of(*colour), target, {.from = {}, .to = colours});
}

bool fill_around(const Planes& target, const Rectangle& inside, uint32_t argb, const Colours& colours) {
    const int left = std::clamp(inside.x, 0, target.width), top = std::clamp(inside.y, 0, target.height);
    const int right = std::clamp(inside.x + inside.width, left, target.width);
    const int bottom = std::clamp(inside.y + inside.height, top, target.height);
    if (left == 0 && top == 0 && right == target.width && bottom == target.height) return true;
    return fill(target, argb, colours);  // what lies inside is drawn afterwards
}

FrameHandle turned(const Planes& picture, uint32_t rotation, uint32_t mirror, const Colours& colours) {
    static constexpr const char* rotations[]{"", ",transpose=clock", ",hflip,vflip", ",transpose=cclock"};
    std::string filters = rotations[rotation];
    if ((mirror & VA_MIRROR_HORIZONTAL) != 0) filters += ",hflip";
    if ((mirror & VA_MIRROR_VERTICAL) != 0) filters += ",vflip";
    const AVPixFmtDescriptor& format = *av_pix_fmt_desc_get(picture.pixels);
    const bool square = format.log2_chroma_w == format.log2_chroma_h;
    const AVPixelFormat pixels = square ? picture.pixels : with_all_chroma(picture.pixels);
    FrameHandle frame = frame_of(picture, pixels, {.from = colours, .to = colours});
    if (!frame || filters.empty()) return frame;
    return filtered(std::move(frame), filters.substr(1), pixels);
}

}  // namespace genmedia::va
